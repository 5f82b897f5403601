/** The records besides loads that documents are kept with (SPEC C290, C291, C525). */
import type { Permission } from '#core/team/roles.ts'

type Kept = {
  label: string
  /** The record, in a sentence. */
  keeper: string
  /** Members without the permission see none of these documents. */
  seenBy: Permission
  /** Who else than members who change loads must not change them, and what they read. */
  changedBy?: { permission: Permission; refusal: string }
}

/** Each is a column of the table of documents. */
export const KEPT_PLACES = {
  factorId: {
    label: 'Release Letter',
    keeper: 'factor',
    seenBy: 'invoices',
    changedBy: {
      permission: 'billing',
      refusal: 'Only members who can bill can change the documents of a factor',
    },
  },
  checkId: { label: 'Broker Check', keeper: 'check', seenBy: 'office' },
  leaseId: {
    label: 'Lease',
    keeper: 'lease',
    seenBy: 'settlements',
    changedBy: {
      permission: 'payroll',
      refusal: 'Only members who change settlements can change the documents of a lease',
    },
  },
} as const satisfies Record<string, Kept>

/** At most one id is set. If none is set, the document belongs to a load or is in the inbox. */
export type KeptPlace = { [Place in keyof typeof KEPT_PLACES]: number | null }

export const keptPlaces = Object.keys(KEPT_PLACES) as (keyof KeptPlace)[]

export const NOT_KEPT: KeptPlace = { factorId: null, checkId: null, leaseId: null }

/** Where a document is kept; undefined for a document of a load or of the inbox. */
export function findKept(document: KeptPlace): Kept | undefined {
  const place = keptPlaces.find((name) => document[name] !== null)
  return place && KEPT_PLACES[place]
}

/** "Release Letter". */
export function labelKept(document: KeptPlace): string | undefined {
  return findKept(document)?.label
}

export const keptMessages = {
  deleted: (keeper: string) => `Its ${keeper} was deleted`,
  stays: 'This document does not belong to a load and can’t be moved to one',
}
