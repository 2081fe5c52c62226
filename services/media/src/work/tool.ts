import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface ToolLimits {
  seconds: number;
  signal?: AbortSignal | undefined;
  /** Reads the tool's output while it runs; by default the outcome contains the text. */
  read?: (output: Readable) => Promise<void>;
}

export interface ToolOutcome {
  /** Null when it was killed by a time, size or abort limit. */
  code: number | null;
  output: string;
  /** The tool's error output. */
  errors: string;
}

/** Most characters of output that are collected. */
const TEXT = 256 * 1024;

/** Kilobytes of address space of a program. */
const ADDRESS_SPACE = 3_000_000;

/** Kilobytes of a Node program's writable memory: Node reserves terabytes of address space, and 40 megapixels take two gigabytes. */
const WRITABLE = 2_500_000;

/** Wraps a command in limits of memory and processor time; a system without such limits runs it unlimited. */
function fenced(command: string, args: string[], seconds: number): [string, string[]] {
  const memory = command === process.execPath ? `ulimit -d ${WRITABLE}` : `ulimit -v ${ADDRESS_SPACE}`;
  return [
    '/bin/sh',
    ['-c', `${memory} 2>/dev/null; ulimit -t ${2 * seconds} 2>/dev/null; exec "$0" "$@"`, command, ...args],
  ];
}

async function textOf(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of output) if (text.length < TEXT) text += String(chunk);
  return text;
}

/**
 * Runs a program on an untrusted file: without environment, input and terminal, with limited memory, killed at its time limit.
 * @throws Error when the program cannot start
 */
export async function runTool(
  command: string,
  args: string[],
  { seconds, signal, read }: ToolLimits,
): Promise<ToolOutcome> {
  const [file, line] = fenced(command, args, seconds);
  const deadline = AbortSignal.timeout(seconds * 1_000);
  const child = spawn(file, line, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', (cause) => (cause.name === 'AbortError' ? undefined : reject(cause)));
  });
  const [code, output, errors] = await Promise.all([
    ended,
    read ? read(child.stdout).then(() => '') : textOf(child.stdout),
    textOf(child.stderr),
  ]);
  return { code, output, errors };
}
