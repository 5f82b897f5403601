/**
 * Finds features that touch another feature's tables. Lint checks imports, but no other tool sees coupling in SQL.
 */
import { listNodes, type Plan } from './statement-plans.ts'
import type { Watched } from './statement-watch.ts'

/** The feature that owns each table. `database`: only code of src/server/database touches it directly. */
export const OWNERS: Record<string, string> = {
  attempts: 'accounts',
  recovery_codes: 'accounts',
  second_steps: 'accounts',
  login_networks: 'accounts',
  sessions: 'accounts',
  users: 'accounts',
  persons: 'accounts',
  members: 'accounts',
  invitations: 'accounts',
  team_settings: 'accounts',
  audit: 'database',
  account_map: 'books',
  closed_changes: 'books',
  export_batches: 'books',
  export_files: 'books',
  export_entries: 'books',
  broker_checks: 'broker-checks',
  broker_files: 'broker-checks',
  load_charges: 'charges',
  invoices: 'invoices',
  invoice_loads: 'invoices',
  invoice_lines: 'invoices',
  invoice_numbers: 'invoices',
  invoice_snapshots: 'invoices',
  invoice_drift: 'invoices',
  billing_settings: 'invoices',
  receivable_entries: 'receivables',
  factors: 'factoring',
  factor_brokers: 'factoring',
  factor_schedules: 'factoring',
  factor_schedule_lines: 'factoring',
  factor_deposits: 'factoring',
  factor_entries: 'factoring',
  disputes: 'receivables',
  contacts: 'receivables',
  reminder_settings: 'receivables',
  packet_orders: 'packets',
  invoice_sendings: 'packets',
  receipts: 'receipts',
  receipt_parts: 'receipts',
  receipt_differences: 'receipts',
  receipt_refunds: 'receipts',
  comments: 'comments',
  comment_mentions: 'comments',
  document_needs: 'required-papers',
  documents: 'documents',
  document_files: 'documents',
  document_parts: 'documents',
  readings: 'confirmations',
  taught_layouts: 'confirmations',
  mails: 'mail',
  mail_subjects: 'mail',
  mail_files: 'mail',
  mail_file_parts: 'mail',
  mail_settings: 'mail',
  document_arrivals: 'documents',
  upload_links: 'documents',
  encryption_keys: 'database',
  idempotency_keys: 'database',
  views: 'entities',
  undo_records: 'entities',
  undo_secrets: 'entities',
  storage: 'storage',
  questions: 'questions',
  settings: 'settings',
  logos: 'settings',
  balance_entries: 'settlements',
  adjusted_loads: 'settlements',
  billing: 'settlements',
  deduction_rules: 'settlements',
  escrow_rates: 'settlements',
  expenses: 'settlements',
  releases: 'settlements',
  statement_drift: 'settlements',
  statement_loads: 'settlements',
  statement_numbers: 'settlements',
  statement_rule_sums: 'settlements',
  statement_snapshots: 'settlements',
  payouts: 'payments',
  payout_closings: 'payments',
  payout_parts: 'payments',
  import_columns: 'transfer',
  import_names: 'transfer',
  sample_records: 'sample',
  imports: 'transfer',
}

/** Features that read a table of another feature in their own SQL, because one statement joins both (decision 0002). */
const READERS: Record<string, string[]> = {
  invoices: ['receivables'],
  invoice_loads: ['receivables'],
  invoice_snapshots: ['receivables'],
  receipts: ['receivables'],
  receipt_parts: ['receivables'],
  // The condition is made by the books; the statement is sent by the ledger.
  export_entries: ['receivables'],
  // The dashboard adds up what the settlements store.
  billing: ['dashboard'],
  // The subquery is made by the settings; the statement that names the person and the account is sent by the accounts.
  settings: ['accounts'],
}

/** Every feature may read them; only `entities` writes them. */
export const SHARED_RECORDS = ['drivers', 'owners', 'trucks', 'brokers', 'dispatchers', 'loads']

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
  if (table.startsWith('pg_') || table === 'migrations') return !writes
  if (SHARED_RECORDS.includes(table)) return !writes || folders.includes('entities')
  if (!writes && READERS[table]?.some((reader) => folders.includes(reader))) return true
  return folders.includes(OWNERS[table] ?? '')
}
