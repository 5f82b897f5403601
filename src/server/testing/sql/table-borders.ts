/**
 * Finds features that touch another feature's tables. Lint checks imports, but no other tool sees coupling in SQL.
 */
import { everyTable, tablesOfFeatures } from '#core/tables.ts'
import { listNodes, type Plan } from './statement-plans.ts'
import type { Watched } from './statement-watch.ts'

/** Tables that no feature declares for people, because only the program reads them. `database`: only its own code touches it directly. */
const OF_THE_PROGRAM: Record<string, string[]> = {
  accounts: [
    'attempts',
    'recovery_codes',
    'used_codes',
    'second_steps',
    'login_networks',
    'sessions',
    'users',
    'persons',
  ],
  database: ['audit', 'encryption_keys', 'idempotency_keys'],
  books: ['export_files', 'export_entries'],
  invoices: ['invoice_loads', 'invoice_numbers', 'invoice_snapshots', 'invoice_drift'],
  comments: ['comment_mentions'],
  documents: ['document_files', 'document_parts', 'document_arrivals'],
  confirmations: ['readings'],
  mail: ['mail_file_parts'],
  entities: ['views', 'undo_records', 'undo_secrets'],
  storage: ['storage'],
  settlements: [
    'statement_drift',
    'statement_loads',
    'statement_numbers',
    'statement_rule_sums',
    'statement_snapshots',
  ],
  transfer: ['import_columns', 'import_names', 'imports'],
  sample: ['sample_records'],
}

/** The declared tables of a feature in core belong to the feature of the same name on the server. */
const DECLARED = { ...tablesOfFeatures, accounts: tablesOfFeatures.team }

/** The feature that owns each table. */
export const OWNERS: Record<string, string> = Object.fromEntries(
  [
    ...Object.entries(DECLARED).map(([feature, of]) => [feature, Object.keys(of)] as const),
    ...Object.entries(OF_THE_PROGRAM),
  ].flatMap(([feature, names]) => names.map((name) => [name, feature])),
)

/** Features that read a table of another feature in their own SQL, because one statement joins both (decision 0002). */
const READERS: Record<string, string[]> = {
  invoices: ['receivables'],
  invoice_loads: ['receivables'],
  invoice_snapshots: ['receivables'],
  receipts: ['receivables'],
  receipt_parts: ['receivables'],
  // The condition is made by the books; the statement is sent by the ledger.
  export_entries: ['receivables'],
  // The dashboard and the profit add up what the settlements store. Purchases are read without those on a line, and of trucks that paid an owner.
  billing: ['dashboard', 'profit', 'cards'],
  expenses: ['profit', 'cards'],
  deduction_rules: ['profit'],
  card_purchases: ['profit'],
  // The signed copy of a lease or a factor is stored while that is locked. A purchase and the profit are read with the lease of their day.
  leases: ['documents', 'cards', 'profit'],
  factors: ['documents'],
  // The subquery is made by the settings; the statement that names the person and the account is sent by the accounts.
  settings: ['accounts'],
}

/** Every feature may read them; only `entities` writes them. */
export const SHARED_RECORDS = [
  'drivers',
  'owners',
  'trucks',
  'trailers',
  'brokers',
  'dispatchers',
  'loads',
]

/** Tables that are lists of rows: `entities` reads and writes them as they are declared. */
const LISTED_ROWS = everyTable.flatMap(([name, { list }]) => (list ? [name as string] : []))

/** Tables whose rows keep records: `entities` counts them. */
const KEEPING = everyTable.flatMap(([name, { keepsLinked }]) =>
  keepsLinked ? [name as string] : [],
)

type Access = { table: string; writes: boolean }

/** "settings writes expenses: update expenses …" for each statement that crosses a border. */
export function findForeignTables(plans: Map<string, Plan>, watched: Watched): string[] {
  return [...plans].flatMap(([statement, plan]) =>
    [...(watched.get(statement) ?? [])].flatMap((sender) =>
      listAccesses(plan)
        .filter((access) => !isAllowed(sender.split(' < '), access))
        .map(({ table, writes }) =>
          [sender || 'An unknown sender', writes ? 'writes' : 'reads', `${table}:`, statement].join(
            ' ',
          ),
        ),
    ),
  )
}

function listAccesses(plan: Plan): Access[] {
  const accesses = listNodes(plan).flatMap((node) => {
    const table = node['Relation Name']
    return table ? [{ table, writes: node['Node Type'] === 'ModifyTable' }] : []
  })
  // To write to a table, PostgreSQL also reads it.
  const written = new Set(accesses.filter(({ writes }) => writes).map(({ table }) => table))
  return accesses.filter(({ table, writes }) => writes || !written.has(table))
}

/** `folders`: the sender's, innermost first. Any of them may own the table. */
function isAllowed(folders: string[], { table, writes }: Access): boolean {
  // Lists read a listing, which the table's owner declares and exports.
  if (folders.includes('lists') && !writes) return true
  // It moves whatever names a record. `listMoved` has the places, and a test compares them with the columns.
  if (folders.includes('merging')) return true
  // A document in the trash remembers the record that it was kept with.
  if (table === 'undo_records' && folders.includes('documents')) return true
  if (table.startsWith('pg_') || table === 'migrations') return !writes
  if (LISTED_ROWS.includes(table) && folders.includes('entities')) return true
  if (!writes && KEEPING.includes(table) && folders.includes('entities')) return true
  if (SHARED_RECORDS.includes(table)) return !writes || folders.includes('entities')
  if (!writes && READERS[table]?.some((reader) => folders.includes(reader))) return true
  return folders.includes(OWNERS[table] ?? '')
}
