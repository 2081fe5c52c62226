import sharp from 'sharp';

/** Only the decoders of what we take can run at all, whatever a file's bytes suggest to the library. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadNsgifFile'],
});
/** Each picture is seen once: what the library would remember is memory lost. */
sharp.cache(false);

export { sharp };
