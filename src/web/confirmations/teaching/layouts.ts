/** The layouts of rate confirmations that were taught in the account (SPEC C147). */
import { loadFieldOf } from '#core/confirmations/fill-load.ts'
import { isSameValue } from '#core/confirmations/revision.ts'
import type { Read } from '#core/confirmations/reading.ts'
import type { PointedField, StoredLayout } from '#core/confirmations/taught/taught-layout.ts'
import { teachLayout, type Pointed } from '#core/confirmations/taught/teach.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import type { ReadPaper } from '#web/confirmations/read-file.ts'
import { LAYOUTS_PATH } from './read-layouts.ts'

export function findRecognized({ reading, taught }: ReadPaper): StoredLayout[] {
  return taught.filter(({ id }) => reading.taught?.includes(id))
}

export async function forgetLayouts(layouts: readonly StoredLayout[]): Promise<void> {
  for (const { id } of layouts) await request('DELETE', `${LAYOUTS_PATH}/${id}`)
}

/** `missed`: the pointed fields that have no label on the page. `broker`: null if nothing could be remembered. */
export type TaughtFields = { broker: string | null; count: number; missed: PointedField[] }

/**
 * Remembers the places of the values after the load is saved, but only of values that are still in `saved`, the text
 * of its form. `broker`: the chosen broker.
 */
export async function rememberPlaces(
  read: ReadPaper,
  pointed: Pointed,
  saved: Readonly<Record<string, string>>,
  broker: string | null | undefined,
): Promise<TaughtFields | null> {
  const kept = (Object.entries(pointed) as [PointedField, Read][]).filter(([name, { value }]) =>
    isSameValue(saved[loadFieldOf(name) ?? ''] ?? '', value),
  )
  if (!kept.length) return null
  const [known] = findRecognized(read)
  const layout = teachLayout({
    pages: read.pages,
    today: today(),
    pointed: Object.fromEntries(kept),
    broker: broker ?? null,
    untaught: read.reread(read.pages, []),
    known: known?.layout ?? null,
  })
  const names = kept.map(([name]) => name)
  if (!layout) return { broker: null, count: 0, missed: names }
  const stored = await request<StoredLayout>('POST', LAYOUTS_PATH, {
    body: { id: known?.id ?? null, layout },
  })
  return {
    broker: stored.layout.broker,
    count: Object.keys(stored.layout.fields).length,
    missed: names.filter((name) => !layout.fields[name]),
  }
}
