/** The pictures that this device keeps, by attachment id and variant. */
export interface KeptPictures {
  /** An address inside this page; null where the picture is not kept. */
  urlOf: (id: string, variant: string) => Promise<string | null>;
  /** The picture was shown from this address. */
  shown: (id: string, variant: string, address: string) => void;
}

const NONE: KeptPictures = { urlOf: async () => null, shown: () => undefined };

let provided = NONE;

/** The code that keeps pictures loads after the page. Until then there are none. */
export const keptPictures: KeptPictures & { provide: (pictures: KeptPictures | null) => void } = {
  urlOf: (id, variant) => provided.urlOf(id, variant),
  shown: (id, variant, address) => provided.shown(id, variant, address),
  provide(pictures) {
    provided = pictures ?? NONE;
  },
};
