/** Decides from the schema where Citus stores each table, and what it would reject. Does not query the database. */
import { sortByLinks } from '#server/database/backup/catalog.ts'
import type { SchemaLink, SchemaTable } from './read-schema.ts'

export const ACCOUNT_COLUMN = 'user_id'
const ACCOUNT_TYPE = 'uuid'

export type TablePlan = {
  /** Tables on every node: accounts link to them, or triggers read them. Linked tables come first. */
  reference: string[]
  /** Tables with each account on one worker. Linked tables come first. */
  distributed: string[]
  /** Tables on the coordinator only: needed before an account is known, or by the migrations. */
  local: string[]
}

/** Throws an Error if tables link to each other in a circle. */
export function planTables(schema: SchemaTable[]): TablePlan {
  const linked = new Set(
    schema.flatMap(({ name, links }) => links.flatMap(({ to }) => (to === name ? [] : [name, to]))),
  )
  const links = new Map(
    schema.map(({ name, links }) => [
      name,
      new Set(links.map(({ to }) => to).filter((to) => to !== name)),
    ]),
  )
  const plan: TablePlan = { reference: [], distributed: [], local: [] }
  for (const { name, account, inFunction } of sortByLinks(schema, links)) {
    if (account !== null) plan.distributed.push(name)
    else if (linked.has(name) || inFunction) plan.reference.push(name)
    else plan.local.push(name)
  }
  return plan
}

/** What Citus would reject: one sentence for each problem. None: all tables can be distributed. */
export function findRejections(schema: SchemaTable[]): string[] {
  const byAccount = new Set(
    schema.filter(({ account }) => account !== null).map(({ name }) => name),
  )
  return schema.flatMap((table) => [
    ...rejectAccount(table),
    ...table.keys.flatMap(({ name, columns }) =>
      byAccount.has(table.name) && !columns.includes(ACCOUNT_COLUMN)
        ? [`${table.name}: ${name} is unique without ${ACCOUNT_COLUMN}.`]
        : [],
    ),
    ...table.links.flatMap((link) =>
      rejectLink(link, byAccount.has(table.name), byAccount.has(link.to)).map(
        (reason) => `${table.name}: ${link.name} ${reason}.`,
      ),
    ),
  ])
}

function rejectAccount({ name, account, withoutAccount }: SchemaTable): string[] {
  if (account === null) return []
  if (account !== ACCOUNT_TYPE)
    return [`${name}: ${ACCOUNT_COLUMN} is ${account}, not ${ACCOUNT_TYPE}.`]
  return withoutAccount ? [`${name}: ${ACCOUNT_COLUMN} can be null.`] : []
}

function rejectLink(link: SchemaLink, fromAccount: boolean, toAccount: boolean): string[] {
  if (!fromAccount) {
    const why = `links a table without ${ACCOUNT_COLUMN} to one that has it`
    return toAccount ? [why] : []
  }
  const at = link.columns.indexOf(ACCOUNT_COLUMN)
  if (toAccount && (at < 0 || link.targets[at] !== ACCOUNT_COLUMN))
    return [`does not link ${ACCOUNT_COLUMN} to ${ACCOUNT_COLUMN}`]
  if (at < 0) return []
  if ('nd'.includes(link.onDelete)) return ['sets columns on delete']
  return 'cnd'.includes(link.onUpdate) ? ['changes columns on update'] : []
}
