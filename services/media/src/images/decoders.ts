import sharp from 'sharp';

/** Only the decoders of accepted formats may run, whatever type the library detects. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngFile',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
  ],
});
/** Each picture is decoded once, so a cache would only use memory. */
sharp.cache(false);

export { sharp };
