/** What a printed statement is put together from. */

/** A line with its amount at the right; `note` stands small below or beside the label. */
export type Line = { label: string; amount: string; note?: string }

/** A heading with lines below it. */
export type Block = { heading: string; lines: string[] }
