import { escape } from './export-escape.js';

/** The page runs no script and loads nothing but the files beside it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' file:; media-src 'self' file:";

/** The beginning of an HTML page of a ZIP, up to its body. */
export const documentHead = (language: string, title: string, style: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
`;
