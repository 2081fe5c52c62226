import { debianCommand } from '../../local/debian.mjs';

/** The path of Prometheus' checker. @returns {Promise<string | null>} null where there is none */
export const promtool = () => debianCommand('prometheus', 'promtool');
