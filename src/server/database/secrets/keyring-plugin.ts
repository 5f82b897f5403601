/**
 * Attaches the keys to the database handle as a Kysely plugin. Transactions inherit it, so that code that reads or
 * writes records needs no extra argument.
 */
import type { KyselyPlugin, QueryExecutorProvider } from 'kysely'
import { KeyError, type Keyring } from './keys.ts'

const keyrings = new WeakMap<KyselyPlugin, Keyring>()
const plugins = new WeakSet<KyselyPlugin>()

/** Changes no query and no result. */
export function createKeyringPlugin(): KyselyPlugin {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  }
  plugins.add(plugin)
  return plugin
}

export function setKeyring(database: QueryExecutorProvider, keys: Keyring): void {
  keyrings.set(findPlugin(database), keys)
}

/** Throws KeyError if `setKeyring` was not called. */
export function getKeyring(database: QueryExecutorProvider): Keyring {
  const keys = keyrings.get(findPlugin(database))
  if (!keys) throw new KeyError('The encryption keys have not been read yet.')
  return keys
}

function findPlugin(database: QueryExecutorProvider): KyselyPlugin {
  const found = database.getExecutor().plugins.find((plugin) => plugins.has(plugin))
  if (!found) throw new KeyError('This database was opened without a keyring plugin.')
  return found
}
