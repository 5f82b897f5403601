/** The tables' types for Kysely. The entities' tables are derived from their declarations. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { BookTables } from './tables/books-tables.ts'
import type { BrokerCheckTables } from './tables/broker-check-tables.ts'
import type { PaperTables } from './tables/document-tables.ts'
import type { FactoringTables } from './tables/factoring-tables.ts'
import type { BillingTables } from './tables/receivable-tables.ts'
import type { MailTables } from './tables/mail-tables.ts'
import type { ReceiptTables } from './tables/receipt-tables.ts'
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { Charge } from '#core/charges/charges.ts'
import type { entities } from '#core/entities/entities.ts'
import type { Fields, ValuesOf } from '#core/fields/field.ts'
import type { ExpenseCategory, settlementFields } from '#core/settlements/settlement.ts'
import type { Closing, Payment, PaymentPart } from '#core/payments/payments.ts'
import type { ApprovalState } from '#core/settlements/approval.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import type { lineFields, LineState } from '#core/settlements/lines.ts'
import type { WriteOff } from '#core/settlements/previous-payee.ts'
import type { FieldsOf, TableName } from '#core/tables.ts'
import type { AdjustedLoad } from '#core/settlements/adjustments/drift.ts'
import type { ImportProgress } from '#core/transfer/import.ts'
import type { LogoType } from '#core/settings/logos.ts'
import type { Role } from '#core/team/roles.ts'
import type { TeamSettings } from '#core/team/team-settings.ts'
import type { Language } from '#core/languages.ts'
import type { Amount } from '#core/money.ts'
import type { Day } from '#core/calendar.ts'

type Stamps = { createdAt: Generated<string>; updatedAt: Generated<string> }

/** The database sets the fields with `kept: true`. */
type Stored<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { kept: true }
    ? GeneratedAlways<ValuesOf<F>[Name]>
    : ValuesOf<F>[Name]
}

type OfAccount<F extends Fields> = Stored<F> &
  Stamps & { id: GeneratedAlways<number>; userId: string; version: Generated<number> }

type EntityTables = {
  [Name in keyof typeof entities]: OfAccount<(typeof entities)[Name]['fields']> & Weeks<Name>
}

/** The database keeps these sums up to date (SPEC C101). */
type Weeks<Name> = Name extends 'loads'
  ? { [Name in 'weekNumber' | 'weekYear' | 'chargeCount']: GeneratedAlways<number> } & {
      billedTotal: GeneratedAlways<Amount>
    }
  : unknown

/** The database keeps the category amounts up to date: each is the sum of its lines (SPEC C1). */
type BillingTable = OfAccount<Omit<typeof settlementFields, ExpenseCategory>> & {
  [Category in ExpenseCategory]: GeneratedAlways<Amount>
} & {
  weekNumber: GeneratedAlways<number>
  weekYear: GeneratedAlways<number>
  startDate: Day
  endDate: Day
  totalRevenue: Amount
  totalExpenses: GeneratedAlways<Amount>
  extraPay: GeneratedAlways<Amount>
  grossPay: GeneratedAlways<Amount>
  netPayment: GeneratedAlways<Amount>
  status: Generated<SettlementStatus>
  statementUrl: string | null
  payee: GeneratedAlways<string>
  /** The database keeps it up to date: the sum of the live parts of payments (SPEC C11). */
  paidAmount: Generated<Amount>
} & Omit<ApprovalState, 'status' | 'payee' | 'paidAmount'>

type LineFlag = 'adjustsPay' | 'byHand' | 'voided' | 'takenOver' | 'skipped' | 'subjectToPercent'

type ExpensesTable = OfAccount<typeof lineFields> &
  Omit<LineState, LineFlag> & { [Flag in LineFlag]: Generated<boolean> }

/** The accounts. */
type UsersTable = Stamps & {
  id: Generated<string>
  /** Set while the rows of a deleted account are being deleted (SPEC C37). */
  deletedAt: string | null
}

type PersonsTable = Stamps & {
  id: Generated<string>
  email: string
  password: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  /** Null: not chosen, so the browser's language is used. */
  language: Language | null
  /** The accounts that the person is or was a member of. */
  accountIds: Generated<string[]>
}

type MembersTable = Kept & {
  personId: string
  role: Role
  ownerId: number | null
  driverId: number | null
  since: Generated<string>
  /** Null while the person is a member. */
  until: string | null
  lastSeenAt: string | null
}

type InvitationsTable = Kept & {
  email: string
  role: Role
  ownerId: number | null
  driverId: number | null
  /** SHA-256 of the link's token. */
  tokenHash: string
  /** The person who sent the invitation. */
  personId: string
  /** The portal's language for a truck owner or driver who has not chosen one yet. */
  language: Language | null
  expiresAt: Generated<string>
}

type TeamSettingsTable = Kept & { [Name in keyof TeamSettings]: Generated<boolean> } & {
  timeZone: string | null
}

type SessionsTable = {
  id: GeneratedAlways<number>
  userId: string
  personId: string
  sid: string
  sess: ColumnType<object, string | undefined, never>
  createdAt: Generated<string>
  expire: string
}

type AttemptsTable = {
  id: GeneratedAlways<number>
  kind: string
  subject: string
  happenedAt: Generated<string>
}

type SecondStepsTable = {
  personId: string
  /** PostgreSQL's text of the encrypted bytes. */
  secret: string
  onSince: ColumnType<string | null, never, string>
  salt: string | null
}

type LoginNetworksTable = { personId: string; network: string; usedAt: Generated<string> }

type IdempotencyKeysTable = {
  userId: string
  personId: string
  key: string
  requestHash: string
  status: number | null
  answer: ColumnType<object | null, string | null | undefined, string | null>
  createdAt: Generated<string>
}

type CommentsTable = {
  userId: string
  id: GeneratedAlways<number>
  /** One of the two is set: what the comment is on. */
  loadId: number | null
  billingId: number | null
  personId: string
  text: string
  createdAt: Generated<string>
  deletedAt: string | null
}

/** The app writes it with SQL. */
type LoadChargesTable = Kept & Omit<Charge, 'id'> & { loadId: number; number: number }

type CommentMentionsTable = {
  userId: string
  commentId: number
  personId: string
  /** "answer": to a comment in which the person mentioned the author. */
  kind: Generated<'mention' | 'answer'>
  readAt: string | null
}

type LogosTable = {
  userId: string
  digest: string
  type: LogoType
  width: number
  height: number
  /** Read in PostgreSQL's text format. */
  bytes: ColumnType<string, Buffer, never>
  createdAt: Generated<string>
}

type StorageTable = {
  userId: string
  bytes: number
  added: Generated<number>
  changedAt: Generated<string>
  countedAt: Generated<string>
  tookMs: Generated<number>
}

type StatementNumbersTable = { userId: string; last: number }

type StatementSnapshotsTable = {
  userId: string
  billingId: number
  snapshot: string
  /** The names that the statement prints, and sums of its lines: what adjustments, extra pay and credits add. */
  payee: GeneratedAlways<string | null>
  truck: GeneratedAlways<string>
  adjustments: GeneratedAlways<Amount>
  extraPay: GeneratedAlways<Amount>
  reimbursements: GeneratedAlways<Amount>
  withheld: GeneratedAlways<Amount>
  adjustedDeductions: GeneratedAlways<Amount>
}

type AdjustedLoadsTable = AdjustedLoad & {
  id: GeneratedAlways<number>
  userId: string
  voided: Generated<boolean>
  createdAt: Generated<string>
}

type ReleasesTable = Stamps & {
  id: GeneratedAlways<number>
  userId: string
  version: Generated<number>
} & Pick<WriteOff, 'billingId' | 'loadId' | 'amount' | 'reason' | 'net'> & {
    [Figure in 'revenue' | 'miles' | 'emptyMiles' | 'factored' | 'fee']: Generated<Amount>
  } & { loads: Generated<number> }

type BalanceEntriesTable = Stamps & {
  id: GeneratedAlways<number>
  userId: string
  version: Generated<number>
  undone: Generated<boolean>
} & Omit<BalanceEntry, 'id' | 'undone' | keyof Stamps>
type Kept = { id: GeneratedAlways<number>; userId: string; version: Generated<number> } & Stamps

type PayoutSum = 'applied' | 'closed'
type PayoutResult = 'unapplied' | 'state' | 'payee'
type Written = Omit<Payment, keyof Kept | PayoutSum | PayoutResult>

type PayoutsTable = Kept &
  Written & { [Sum in PayoutSum]: Generated<Amount> } & {
    [Result in PayoutResult]: GeneratedAlways<Payment[Result]>
  }

type PayoutPartsTable = Kept &
  Omit<PaymentPart, keyof Kept | 'wasUnapplied'> & { wasUnapplied: Generated<boolean> }

type PayoutClosingsTable = Kept & Omit<Closing, keyof Kept>

type ImportsTable = {
  userId: string
  key: string
  state: Exclude<ImportProgress['state'], 'waiting' | 'lost'>
  done: number
  total: number
  updatedAt: Generated<string>
}

/** The records that sample data consists of, by table (SPEC C64). */
type SampleRecordsTable = { userId: string; name: string; recordId: number }
/** What an operation did to a record; the app reads and writes it with SQL (SPEC C43). */
type UndoRecordsTable = {
  userId: string
  id: GeneratedAlways<number>
  operation: string
  action: 'created' | 'changed' | 'deleted'
  subject: string
  recordId: number
  label: string
  versionAfter: number | null
  createdAt: Generated<string>
  expiresAt: Generated<string>
}

type QuestionsTable = {
  userId: string
  id: GeneratedAlways<number>
  billingId: number
  payee: string
  number: number
  truck: string
  payeeName: string | null
  lineKey: string
  lineText: string
  text: string
  askedBy: string
  askedAt: Generated<string>
  answer: string | null
  answeredBy: string | null
  answeredAt: string | null
  /** When the person who asked read the answer. */
  answerReadAt: string | null
}

type ImportColumnsTable = { userId: string; entity: string; title: string; field: string | null }

type ImportNamesTable = { userId: string; entity: string; name: string; recordId: number }

/** Which keys the secrets are encrypted with, by a digest of each (SPEC S13). */
type EncryptionKeysTable = { id: string; createdAt: Generated<string> }

type DescribedTables = EntityTables &
  BookTables &
  BrokerCheckTables &
  PaperTables &
  BillingTables &
  FactoringTables &
  MailTables &
  ReceiptTables & {
    encryptionKeys: EncryptionKeysTable
    users: UsersTable
    persons: PersonsTable
    members: MembersTable
    invitations: InvitationsTable
    teamSettings: TeamSettingsTable
    sessions: SessionsTable
    attempts: AttemptsTable
    secondSteps: SecondStepsTable
    recoveryCodes: { personId: string; hash: string }
    loginNetworks: LoginNetworksTable
    idempotencyKeys: IdempotencyKeysTable
    imports: ImportsTable
    importColumns: ImportColumnsTable
    importNames: ImportNamesTable
    sampleRecords: SampleRecordsTable
    undoRecords: UndoRecordsTable
    loadCharges: LoadChargesTable
    comments: CommentsTable
    commentMentions: CommentMentionsTable
    billing: BillingTable
    expenses: ExpensesTable
    releases: ReleasesTable
    balanceEntries: BalanceEntriesTable
    adjustedLoads: AdjustedLoadsTable
    payouts: PayoutsTable
    payoutParts: PayoutPartsTable
    payoutClosings: PayoutClosingsTable
    storage: StorageTable
    statementNumbers: StatementNumbersTable
    statementSnapshots: StatementSnapshotsTable
    logos: LogosTable
    questions: QuestionsTable
  }

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** A declared table whose columns are its fields needs no description of its rows. */
type PlainTables = {
  [Name in TableName as Exclude<CamelCase<Name>, keyof DescribedTables>]: OfAccount<FieldsOf<Name>>
}

export type Tables = DescribedTables & PlainTables
