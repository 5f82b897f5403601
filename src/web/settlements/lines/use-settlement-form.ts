import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { noExpenses } from '#core/settlements/settlement.ts'
import type { LoadedSettlement } from '#web/settlements/screen/loaded-settlement.ts'
import { toDraft, draftSchema, type Draft, type SettlementValues } from './draft.ts'

const BLANK = toDraft(noExpenses(), null)

/** The form of the eleven amounts and the notes. It resets whenever a settlement is loaded or saved. */
export function useSettlementForm(loaded: LoadedSettlement | null) {
  const form = useForm<Draft, unknown, SettlementValues>({
    defaultValues: BLANK,
    resolver: zodResolver(draftSchema),
    mode: 'onTouched',
  })
  const { reset } = form
  const start = loaded?.start ?? BLANK
  const keepDirtyValues = loaded?.keepEdits ?? false
  useEffect(() => reset(start, { keepDirtyValues }), [reset, start, keepDirtyValues])

  /** Shows the server's messages at their fields, and focuses the first. */
  function showFieldErrors(fields: Record<string, string[]>) {
    const known = Object.entries(fields).filter(([name]) => name in BLANK)
    for (const [index, [name, messages]] of known.entries()) {
      const message = messages.join(' ')
      form.setError(name as keyof Draft, { message }, { shouldFocus: index === 0 })
    }
  }

  return { form, showFieldErrors }
}
