/**
 * The networks from which a person has logged in. The limits on wrong passwords of a network don't reject them there:
 * an attacker in the same office, or behind a proxy without `TRUST_PROXY`, must not lock out its staff (decision 0019).
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { listNetworks } from './network.ts'

/** A network counts as known for this long after the last login from it. */
const KEPT = sql<string>`now() - interval '90 days'`

/** Whether the person with this email has logged in from this network. False for an unknown email. */
export async function isKnownNetwork(
  database: Database,
  email: string,
  address: string,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from login_networks
    where person_id = (select id from persons where email = ${email})
      and network = ${toKey(address)} and used_at > ${KEPT}) as known`.execute(database)
  return rows[0]?.known ?? false
}

/** Remembers the network of a person. Call it after each login and sign-up. */
export async function rememberNetwork(
  database: Database | Work,
  personId: string,
  address: string,
): Promise<void> {
  await database
    .insertInto('loginNetworks')
    .values({ personId, network: toKey(address) })
    .onConflict((row) =>
      row
        .columns(['personId', 'network'])
        .doUpdateSet(({ ref }) => ({ usedAt: ref('excluded.usedAt') })),
    )
    .execute()
}

export async function deleteOldNetworks(work: Work): Promise<void> {
  await work.deleteFrom('loginNetworks').where('usedAt', '<', KEPT).execute()
}

/** IPv4: the address. IPv6: the /56, because a router may renumber the networks of an office. */
function toKey(address: string): string {
  const networks = listNetworks(address)
  const { name } = networks.find(({ name }) => name.endsWith('/56')) ?? networks[0]
  return createHash('sha256').update(name).digest('hex')
}
