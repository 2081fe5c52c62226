import { createTypedState } from './typed-state.js';

/** Ids by the JSON of their content. */
type Ids = Readonly<Record<string, string>>;

const NONE: Ids = {};

const useIds = createTypedState<Ids>();

interface ClientIds {
  /** The `clientId` under which this content is sent. @param content all that is sent, with a name for each file */
  idOf: (content: object) => string;
  /** The content is stored: the same one sent again is another thing. */
  forgetIds: () => void;
}

/**
 * The ids of a form's calls. The server answers a repeated id with what it stored first. So the same content keeps its id,
 * and a press after a lost answer stores nothing twice; changed content gets another id, and no word is lost.
 * @param place what the form is about, unique in the app: its ids outlive the app lock like its words
 */
export function useClientIds(place: string): ClientIds {
  const [ids, setIds] = useIds(place, NONE);
  return {
    idOf: (content) => {
      const what = JSON.stringify(content);
      const id = ids[what] ?? crypto.randomUUID();
      setIds((known) => ({ ...known, [what]: id }));
      return id;
    },
    forgetIds: () => setIds(NONE),
  };
}
