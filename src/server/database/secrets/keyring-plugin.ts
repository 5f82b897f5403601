/**
 * The keys travel with the database handle, as its plugins do: a transaction has them too, and nothing
 * that only reads or writes records needs to be handed them one by one.
 */
import type { KyselyPlugin, QueryExecutorProvider } from 'kysely'
import { KeyError, type Keyring } from './keys.ts'

const rings = new WeakMap<KyselyPlugin, Keyring>()
const carriers = new WeakSet<KyselyPlugin>()

/** Changes no query and no result: it is only there to be found again. */
export function createKeyringPlugin(): KyselyPlugin {
  const carrier: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  }
  carriers.add(carrier)
  return carrier
}

export function setKeyring(database: QueryExecutorProvider, keys: Keyring): void {
  rings.set(findPlugin(database), keys)
}

/** Throws KeyError before the keys were given. */
export function getKeyring(database: QueryExecutorProvider): Keyring {
  const keys = rings.get(findPlugin(database))
  if (!keys) throw new KeyError('The encryption keys have not been read yet.')
  return keys
}

function findPlugin(database: QueryExecutorProvider): KyselyPlugin {
  const carrier = database.getExecutor().plugins.find((plugin) => carriers.has(plugin))
  if (!carrier) throw new KeyError('This database was opened without a place for keys.')
  return carrier
}
