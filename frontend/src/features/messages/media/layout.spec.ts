import { roomFor } from './layout.js';

describe('the space for one picture', () => {
  it('has the aspect ratio of the picture, within limits', () => {
    expect(roomFor({ width: 4000, height: 3000 })).toEqual({ room: '20rem', aspectRatio: '1.3333' });
    expect(roomFor({ width: 3000, height: 4000 })).toEqual({ room: '16.5rem', aspectRatio: '0.75' });
    expect(roomFor({ width: 64, height: 64 }).room).toBe('9rem');
    expect(roomFor({ width: undefined, height: undefined })).toEqual({ room: '20rem', aspectRatio: '1.3333' });
    expect(Number(roomFor({ width: 100, height: 9000 }).aspectRatio)).toBeGreaterThan(0.4);
  });
});
