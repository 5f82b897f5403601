/** The labels of documents that are kept with a factor or a broker check (SPEC C290, C291). */

/** At most one id is set. If neither is set, the document belongs to a load or is in the inbox. */
export type KeptPlace = { factorId: number | null; checkId: number | null }

export const NOT_KEPT: KeptPlace = { factorId: null, checkId: null }

const LABELS = { factorId: 'Release Letter', checkId: 'Broker Check' } as const

/** "Release Letter"; undefined for a document of a load or of the inbox. */
export function labelKept({ factorId, checkId }: KeptPlace): string | undefined {
  if (factorId !== null) return LABELS.factorId
  return checkId === null ? undefined : LABELS.checkId
}

export const keptMessages = {
  stays: 'This document does not belong to a load and can’t be moved to one',
  factor: 'Only members who can bill can change the documents of a factor',
}
