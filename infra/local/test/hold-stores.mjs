/* Starts stores in a folder and runs until it is killed: `hold-stores.mjs DIR`. */
import { startStores } from '../stores.mjs';

const stores = await startStores({ dir: process.argv[2] });
console.log(JSON.stringify({ env: stores.env, pids: stores.pids() }));
