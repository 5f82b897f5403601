/** The tables of documents, upload links and required papers. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { KeptReading } from '#core/confirmations/kept-reading.ts'
import type { TaughtLayout } from '#core/confirmations/taught/taught-layout.ts'
import type { ChargeStop } from '#core/charges/kinds.ts'
import type { FileType, Verdict } from '#core/documents/documents.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import type { PaperRules } from '#core/required-papers/required-papers.ts'

/** `brokerId`: null for the company's rules. */
type DocumentNeedsTable = {
  userId: string
  id: GeneratedAlways<number>
  brokerId: number | null
  firstDay: Day
  toSettle: ColumnType<PaperRules, string, string>
  toBill: ColumnType<PaperRules, string, string>
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

type UploadLinksTable = {
  userId: string
  id: GeneratedAlways<number>
  loadId: number
  label: string
  tokenHash: string
  madeBy: string
  createdAt: Generated<string>
  expiresAt: string
  revokedAt: string | null
  lastUsedAt: string | null
  uploads: Generated<number>
  bytes: Generated<number>
}

type DocumentsTable = {
  userId: string
  id: GeneratedAlways<number>
  loadId: number | null
  factorId: number | null
  checkId: number | null
  leaseId: number | null
  kind: DocumentKind
  stop: ChargeStop | null
  originalName: string
  type: FileType
  pages: number
  bytes: number
  sha256: string
  verdict: Generated<Verdict>
  verdictReason: string | null
  replacesId: number | null
  uploadedBy: string | null
  uploadLinkId: number | null
  uploadedAt: Generated<string>
  bolStatusBefore: string | null
  sentAt: string | null
  deletedAt: string | null
  version: Generated<number>
  updatedAt: Generated<string>
}

type DocumentFilesTable = {
  userId: string
  id: Generated<string>
  /** Null while the file is being uploaded. */
  sha256: string | null
  bytes: Generated<number>
  parts: Generated<number>
  createdAt: Generated<string>
}

type DocumentPartsTable = {
  userId: string
  fileId: string
  number: number
  /** Read in PostgreSQL's text format. */
  bytes: ColumnType<string, Buffer, never>
}

type TaughtLayoutsTable = {
  userId: string
  id: GeneratedAlways<number>
  broker: string
  layout: ColumnType<TaughtLayout, string, string>
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

type ReadingsTable = {
  userId: string
  documentId: number
  readerVersion: number | null
  layout: string | null
  isScan: Generated<boolean>
  total: string | null
  typedTotal: string | null
  typedBy: string | null
  typedAt: string | null
  values: ColumnType<KeptReading['values'], string>
  kept: ColumnType<KeptReading['kept'], string>
  createdAt: Generated<string>
}

export type PaperTables = {
  documentNeeds: DocumentNeedsTable
  documents: DocumentsTable
  uploadLinks: UploadLinksTable
  documentFiles: DocumentFilesTable
  documentParts: DocumentPartsTable
  readings: ReadingsTable
  taughtLayouts: TaughtLayoutsTable
}
