import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface ToolLimits {
  seconds: number;
  signal?: AbortSignal | undefined;
  /** Reads what the tool writes while it runs; left out, the text is in the outcome. */
  read?: (output: Readable) => Promise<void>;
}

export interface ToolOutcome {
  /** Null when it was killed: too slow, too large, or not wanted any more. */
  code: number | null;
  output: string;
}

/** So much of a tool's text is of interest. */
const TEXT = 256 * 1024;

/** Address space in kilobytes and processor time in seconds: whatever a file does to a tool, it stays within these. */
const FENCE = (seconds: number): string => `ulimit -v 3000000 2>/dev/null; ulimit -t ${2 * seconds} 2>/dev/null; exec "$0" "$@"`;

/** The decoder of HEIC is a Node program, whose address space is reserved in tebibytes and used in megabytes. */
const fenced = (command: string, args: string[], seconds: number): [string, string[]] =>
  command === process.execPath ? [command, args] : ['/bin/sh', ['-c', FENCE(seconds), command, ...args]];

async function textOf(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of output) if (text.length < TEXT) text += String(chunk);
  return text;
}

/** Runs a program that reads a file of somebody's: no environment, no input, no terminal, and killed when its time is over. */
export async function runTool(command: string, args: string[], { seconds, signal, read }: ToolLimits): Promise<ToolOutcome> {
  const [file, line] = fenced(command, args, seconds);
  const deadline = AbortSignal.timeout(seconds * 1_000);
  const child = spawn(file, line, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] },
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', (cause) => (cause.name === 'AbortError' ? undefined : reject(cause)));
  });
  const [code, output] = await Promise.all([ended, read ? read(child.stdout).then(() => '') : textOf(child.stdout)]);
  return { code, output };
}
