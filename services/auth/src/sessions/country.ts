import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isPublicAddress } from '@duet/service-kit';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** Data of the regional internet registries (public domain), installed as a package: no address is sent to another server. */
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** This table has one field; other tables of the format have those of `CountryResponse`. */
interface Row extends CountryResponse {
  country_code?: string;
}

let table: Reader<Row> | undefined;

/** Loads the table on first use and caches its 8 MB. */
const loadTable = (): Reader<Row> =>
  (table ??= new Reader<Row>(readFileSync(createRequire(import.meta.url).resolve(TABLE))));

/** The country in which an address is registered (ISO 3166-1 alpha-2); null for a private or unassigned address. */
export const countryOf = (ip: string): string | null =>
  isPublicAddress(ip) ? (loadTable().get(ip.replace(/^::ffff:/i, ''))?.country_code ?? null) : null;
