/** The pictures that this device keeps, by attachment id and variant. */
export interface KeptPictures {
  /** An address inside this page; null where the picture is not kept. */
  urlOf: (id: string, variant: string) => Promise<string | null>;
  /** The picture was shown from this address. */
  shown: (id: string, variant: string, address: string) => void;
}

export interface ShownPicture {
  id: string;
  variant: string;
  address: string;
}

let provided: KeptPictures | null = null;

/** The pictures that were shown while nothing could keep them. */
let early: ShownPicture[] = [];

/** The code that keeps pictures loads after the page. Until then none is kept, and those that are shown wait for it. */
export const keptPictures: KeptPictures & { provide: (pictures: KeptPictures | null) => void } = {
  urlOf: async (id, variant) => (await provided?.urlOf(id, variant)) ?? null,
  shown(id, variant, address) {
    if (provided) provided.shown(id, variant, address);
    else early.push({ id, variant, address });
  },
  provide(pictures) {
    provided = pictures;
    for (const { id, variant, address } of early) pictures?.shown(id, variant, address);
    early = [];
  },
};
