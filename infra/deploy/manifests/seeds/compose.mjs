/** Mistakes in docker-compose.yml. @type {[what: string, plant: (services: Record<string, any>) => unknown, message: RegExp][]} */
export const COMPOSE_SEEDS = [
  ['a published database', (all) => (all.postgres.ports = ['5432:5432']), /postgres: it publishes 5432:5432/],
  [
    'a published store in the long form',
    (all) => (all.redis.ports = [{ target: 6379, published: '6379' }]),
    /redis: it publishes/,
  ],
  [
    'the socket of the engine',
    (all) => all.auth.volumes.push('/var/run/docker.sock:/var/run/docker.sock'),
    /auth: it mounts \/var\/run\/docker.sock of the machine/,
  ],
  [
    'a writable folder of the machine',
    (all) => all.nats.volumes.push('./infra:/infra'),
    /nats: it mounts \.\/infra of the machine/,
  ],
  ['a privileged service', (all) => (all.media.privileged = true), /media: it is privileged/],
  ['a service with capabilities', (all) => (all.media.cap_add = ['SYS_ADMIN']), /media: it is given capabilities/],
  [
    'a proxy with more than its one capability',
    (all) => all.caddy.cap_add.push('NET_ADMIN'),
    /caddy: it is given capabilities/,
  ],
  ['a proxy beside the object store', (all) => (all.caddy.networks.objects = {}), /caddy: it reaches the object store/],
  ['a store that can write to its image', (all) => delete all.redis.read_only, /redis: its root file system/],
  ['a store with capabilities', (all) => delete all.postgres.cap_drop, /postgres: it keeps capabilities/],
  ['memory without a limit', (all) => delete all.nats.mem_limit, /nats: its memory has no limit/],
  ['processes without a limit', (all) => delete all.media.pids_limit, /media: its processes have no limit/],
  ['a log that fills the disk', (all) => delete all.gateway.logging, /gateway: its log grows without end/],
  [
    'a health check that costs as much as a service',
    (all) => (all.auth.healthcheck = { test: ['CMD', 'node', '-e', 'fetch("http://127.0.0.1:9000/readyz")'] }),
    /auth: its health check starts a Node process/,
  ],
  ['the network of the machine', (all) => (all.gateway.network_mode = 'host'), /gateway: it has the network of host/],
  [
    'the processes of the machine',
    (all) => (all.gateway.pid = 'host'),
    /gateway: it sees the processes of the machine/,
  ],
  [
    'the secrets of another process at another place',
    (all) => all.gateway.volumes.push('secrets-auth:/more:ro'),
    /gateway: it mounts secrets-auth, which is another's/,
  ],
  [
    'a missing variable',
    (all) => delete all.gateway.environment.REALTIME_URL,
    /gateway does not start without REALTIME_URL/,
  ],
  ['an unused variable', (all) => (all.pairing.environment.S3_BUCKET = 'x'), /pairing does not read S3_BUCKET/],
  [
    'an unknown secret',
    (all) => (all.auth.environment.DATABASE_URL_FILE = '/secrets/POSTGRES_URL'),
    /secrets-auth has no POSTGRES_URL/,
  ],
  ['an inline secret', (all) => (all.media.environment.S3_SECRET_KEY = 'x'), /S3_SECRET_KEY stands in the file/],
  [
    'the secrets of another process',
    (all) => (all.gateway.volumes = ['secrets-auth:/secrets:ro']),
    /secrets-auth has no REDIS_URL/,
  ],
  ['no health check', (all) => delete all.redis.healthcheck, /redis: it has no health check/],
  [
    'a wait for the wrong thing',
    (all) => (all.gateway.depends_on.auth.condition = 'service_started'),
    /gateway: it waits for auth/,
  ],
  ['an image without a tag', (all) => (all.nats.image = 'nats'), /nats: the image nats/],
  ['an open root file system', (all) => (all.auth.read_only = false), /auth: its root file system/],
  [
    'an undeclared volume',
    (all) => (all.redis.volumes = ['cache:/data', 'secrets-redis:/secrets:ro']),
    /there is no volume cache/,
  ],
  [
    'an address that leads nowhere',
    (all) => (all.gateway.environment.MEDIA_URL = 'http://media:3001'),
    /MEDIA_URL leads nowhere/,
  ],
  [
    'a service beside the object store',
    (all) => (all.pairing.networks = ['inside', 'objects']),
    /pairing: it reaches the object store/,
  ],
  [
    'an object store among all services',
    (all) => (all.s3.networks = ['inside']),
    /gateway: it reaches the object store/,
  ],
  [
    'an object store that reaches the outside',
    (all) => (all.s3.networks = ['objects', 'outside']),
    /s3: its network outside is not internal/,
  ],
  ['an object store whose port is published', (all) => (all.s3.ports = ['8333:8333']), /s3: it is published/],
];
