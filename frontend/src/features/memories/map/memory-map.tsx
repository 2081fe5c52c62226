import type { MapPlace } from '@duet/contracts';
import { MapPin } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../texts/index.js';
import { LoadState } from '../../../ui/load-state.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { dayHere, useFormats } from '../../../ui/formats.js';
import { Link } from '../../../ui/link.js';
import { Skeleton } from '../../../ui/spinner.js';
import type { MemoryFilter } from '../filter/use-memory-filter.js';
import { type Cluster, type Located, clustersOf } from './clusters.js';
import { placeKey, placesOf, useGetPlacesInfiniteQuery } from './map-api.js';
import styles from './map.module.css';
import { type MapView, type Size, around, isClosest, pixelsOf } from './map-view.js';
import { pointWords } from './point-words.js';
import { toWorld } from './projection.js';
import { PlacePin, WorldMap } from './world-map.js';

/** How many places the list names before "Show more". */
const LISTED = 50;

/** Nobody named the place of a picture: the camera knew the point alone. */
const labelOf = (place: MapPlace): string => (place.label === '' ? pointWords(place) : place.label);

interface MemoryMapProps {
  filter: MemoryFilter;
  /** Names a member of the couple. */
  nameOf: (userId: string) => string;
}

/** The places of readable memories: on a map, and as a list of the same. */
export function MemoryMap({ filter, nameOf }: MemoryMapProps) {
  const { currentData, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useGetPlacesInfiniteQuery(filter);
  const places = useMemo(() => currentData && placesOf(currentData.pages), [currentData]);
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  if (isError && !places)
    return <LoadState isError onRetry={() => void refetch()} failure={t('map.couldNotBeLoaded')} />;
  if (!places) return <Skeleton className={styles.skeleton} />;
  if (places.length === 0 && Object.keys(filter).length > 0)
    return <EmptyState icon={<MapPin size={26} aria-hidden />} title={t('map.noneMatch')} level={3} />;
  if (places.length === 0)
    return (
      <EmptyState icon={<MapPin size={26} aria-hidden />} title={t('map.noPlaces')} level={3}>
        <p>{t('map.empty')}</p>
        <LinkButton href="/memories?view=collecting" look="soft">
          {t('capsules.openAnAlbum')}
        </LinkButton>
      </EmptyState>
    );
  return <Places places={places} nameOf={nameOf} />;
}

/** Places outside of the map are not drawn; those just outside are, so that their pins slide in. */
const MARGIN = 40;

function Places({ places, nameOf }: { places: readonly MapPlace[]; nameOf: MemoryMapProps['nameOf'] }) {
  const located = useMemo(() => places.map((item): Located<MapPlace> => ({ item, point: toWorld(item) })), [places]);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<MapView | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const start = useMemo(
    () =>
      around(
        located.map(({ point }) => point),
        size,
      ),
    [located, size],
  );
  const view = moved ?? start;
  const clusters = useMemo(() => clustersOf(located, view.scale), [located, view.scale]);
  const visible = clusters.filter(({ point }) => {
    const { x, y } = pixelsOf(point, view, size);
    return x > -MARGIN && y > -MARGIN && x < size.width + MARGIN && y < size.height + MARGIN;
  });
  const choose = (members: readonly Located<MapPlace>[]): void => setChosen(members.map(({ item }) => placeKey(item)));
  const press = ({ members }: Cluster<MapPlace>): void => {
    const near = around(
      members.map(({ point }) => point),
      size,
    );
    if (members.length === 1 || isClosest(view, size) || clustersOf(members, near.scale).length === 1)
      return choose(members);
    return setMoved(near);
  };
  return (
    <div className={styles.beside}>
      <div className={styles.column}>
        <WorldMap label={t('map.places')} size={size} view={view} onSize={setSize} onView={setMoved}>
          {visible.map((cluster) => (
            <ClusterPin
              key={cluster.members[0] && placeKey(cluster.members[0].item)}
              cluster={cluster}
              view={view}
              size={size}
              isChosen={cluster.members.some(({ item }) => chosen.includes(placeKey(item)))}
              onPress={() => press(cluster)}
            />
          ))}
        </WorldMap>
        <Cards places={places.filter((place) => chosen.includes(placeKey(place)))} nameOf={nameOf} />
      </div>
      <PlaceList
        places={places}
        onChoose={(place) => {
          setMoved(around([toWorld(place)], size));
          setChosen([placeKey(place)]);
        }}
      />
    </div>
  );
}

interface ClusterPinProps {
  cluster: Cluster<MapPlace>;
  view: MapView;
  size: Size;
  isChosen: boolean;
  onPress: () => void;
}

function ClusterPin({ cluster: { point, members }, view, size, isChosen, onPress }: ClusterPinProps) {
  const count = members.length;
  const label = t('map.placesHere', { count, label: members[0] ? labelOf(members[0].item) : '' });
  return (
    <PlacePin at={point} view={view} size={size} label={label} isChosen={isChosen} onPress={onPress}>
      {count > 1 ? count : undefined}
    </PlacePin>
  );
}

/** The memories of the chosen pin. They take the focus, so that the keyboard goes on from there. */
function Cards({ places, nameOf }: { places: readonly MapPlace[]; nameOf: MemoryMapProps['nameOf'] }) {
  const list = useRef<HTMLElement>(null);
  const key = places.map(placeKey).join();
  useEffect(() => {
    if (key !== '') list.current?.focus();
  }, [key]);
  if (places.length === 0) return null;
  return (
    <section ref={list} tabIndex={-1} aria-label={t('map.chosen')} className={styles.cards}>
      <ul className={styles.cards}>
        {places.map((place) => (
          <PlaceCard key={placeKey(place)} place={place} nameOf={nameOf} />
        ))}
      </ul>
    </section>
  );
}

function PlaceCard({ place, nameOf }: { place: MapPlace; nameOf: MemoryMapProps['nameOf'] }) {
  const { date } = useFormats();
  const { capsuleId, contributionId, title, emoji, text, author, happenedAt } = place;
  return (
    <li className={styles.card}>
      <h3 dir="auto">{labelOf(place)}</h3>
      <p className={styles.soft}>
        <bdi>{nameOf(author)}</bdi> · {date(dayHere(happenedAt))}
      </p>
      {text !== '' && <p dir="auto">{text}</p>}
      <Link
        to={`/memories/${capsuleId}?${new URLSearchParams({ piece: contributionId }).toString()}`}
        className={styles.open}
        dir="auto"
      >
        {emoji} {title}
      </Link>
    </li>
  );
}

function PlaceList({ places, onChoose }: { places: readonly MapPlace[]; onChoose: (place: MapPlace) => void }) {
  const { date } = useFormats();
  const [count, setCount] = useState(LISTED);
  return (
    <section aria-labelledby="places" className={styles.list}>
      <h3 id="places">{t('map.yourPlaces')}</h3>
      <ul>
        {places.slice(0, count).map((place) => (
          <li key={placeKey(place)}>
            <Button look="ghost" className={styles.row ?? ''} onPress={() => onChoose(place)}>
              <span className={styles.name} dir="auto">
                {labelOf(place)}
              </span>
              <span className={styles.soft}>{date(dayHere(place.happenedAt))}</span>
            </Button>
          </li>
        ))}
      </ul>
      {count < places.length && (
        <Button size="small" onPress={() => setCount(count + LISTED)}>
          {t('common.showMore')}
        </Button>
      )}
    </section>
  );
}
