/** Random values are the same in each run of `npm test`; `npm run test:long` sets SEED. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })
