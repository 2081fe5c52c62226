import { runTool } from './tool.js';

/** Allocates 64 MB at a time outside the heap, as decoders do. */
const BOMB =
  'const taken = []; for (let n = 0; n < 60; n += 1) taken.push(Buffer.alloc(64 * 1024 * 1024, 1)); console.log("took it all");';

describe('runTool', () => {
  it('limits the memory of a Node program', async () => {
    const { code, output } = await runTool(process.execPath, ['-e', BOMB], { seconds: 30 });
    expect(code).not.toBe(0);
    expect(output).not.toContain('took it all');
  }, 40_000);

  it('limits the memory of other programs', async () => {
    const { code } = await runTool('perl', ['-e', 'my $taken = "x" x 3_500_000_000; exit 0'], { seconds: 30 });
    expect(code).not.toBe(0);
  }, 40_000);
});
