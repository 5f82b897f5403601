import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { noExpenses } from '#core/settlements/settlement.ts'
import { toDraft, draftSchema, type Draft, type SettlementValues } from './draft.ts'
import type { LoadedSettlement } from '#web/settlements/screen/sheet.ts'

const BLANK = toDraft(noExpenses(), null)

/** The form of the eleven and the notes; it starts anew whenever something is loaded or was saved. */
export function useSettlementForm(sheet: LoadedSettlement | null) {
  const form = useForm<Draft, unknown, SettlementValues>({
    defaultValues: BLANK,
    resolver: zodResolver(draftSchema),
    mode: 'onTouched',
  })
  const { reset } = form
  const start = sheet?.start ?? BLANK
  const keepDirtyValues = sheet?.keepTyped ?? false
  useEffect(() => reset(start, { keepDirtyValues }), [reset, start, keepDirtyValues])

  /** Puts the server's messages at their fields, and the focus at the first. */
  function refuse(fields: Record<string, string[]>) {
    const known = Object.entries(fields).filter(([name]) => name in BLANK)
    for (const [index, [name, messages]] of known.entries()) {
      const message = messages.join(' ')
      form.setError(name as keyof Draft, { message }, { shouldFocus: index === 0 })
    }
  }

  return { form, refuse }
}
