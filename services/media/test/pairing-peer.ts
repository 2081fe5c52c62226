import { type Call, FormerPicturesDto, picturesInUse } from '@duet/contracts';
import { BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import { processSettings } from '@duet/testing';
import { Controller, type INestMicroservice, Inject, Module } from '@nestjs/common';

/** Former avatars in use. */
class Remembered {
  readonly keys = new Set<string>();
}

@Controller()
class PairingPeer {
  constructor(@Inject(Remembered) private readonly remembered: Remembered) {}

  @Rpc(picturesInUse) async used(_call: Call<'process'>, { keys }: FormerPicturesDto): Promise<{ keys: string[] }> {
    return { keys: keys.filter((key) => this.remembered.keys.has(key)) };
  }
}

/** Answers RPC calls in pairing's place. */
export async function startPairingPeer(
  nats: string,
  publicKeys: BaseConfig['JWT_PUBLIC_KEYS'],
): Promise<{ remembered: Set<string>; app: INestMicroservice }> {
  const remembered = new Remembered();
  const config = Object.assign(new BaseConfig(), processSettings(nats, publicKeys));
  @Module({
    imports: [KitModule.forRoot({ process: 'pairing-peer' }, config)],
    controllers: [PairingPeer],
    providers: [{ provide: Remembered, useValue: remembered }],
  })
  class Peer {}
  const app = await createService(Peer, 'pairing-peer', config);
  await app.listen();
  return { remembered: remembered.keys, app };
}
