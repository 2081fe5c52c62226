import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isPublicAddress } from '@duet/service-kit';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** From the registries of addresses, public domain; it comes with the packages, and nobody is asked about an address. */
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Other tables of this form say more. */
interface Row extends CountryResponse {
  country_code?: string;
}

let table: Reader<Row> | undefined;

/** Read when the first one asks: 8 MB, which stay. */
const opened = (): Reader<Row> => (table ??= new Reader<Row>(readFileSync(createRequire(import.meta.url).resolve(TABLE))));

/** The country in which an address is registered (ISO 3166, two letters); null for one of no country, as in a network at home. */
export const countryOf = (ip: string): string | null => (isPublicAddress(ip) ? (opened().get(ip.replace(/^::ffff:/i, ''))?.country_code ?? null) : null);
