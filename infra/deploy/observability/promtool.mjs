import { debianProgram } from '../../local/debian.mjs';

/** The path of Prometheus' checker. @returns {Promise<string | null>} null when there is none */
export const promtool = () => debianProgram('promtool', 'prometheus');
