/** What a printed statement is put together from. */

/** A line with its amount at the right; `note` stands small below or beside the label. */
export type Line = { label: string; amount: string; note?: string }

/** A heading with lines below it. */
export type Block = { heading: string; lines: string[] }

/** A PNG or a JPEG that was checked; its size in pixels. */
export type Logo = { bytes: Uint8Array; width: number; height: number }
