import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { noExpenses } from '#core/settlements/settlement.ts'
import type { LoadedSettlement } from '#web/settlements/screen/loaded-settlement.ts'
import { toDraft, draftSchema, type Draft, type SettlementValues } from './draft.ts'

const BLANK = toDraft(noExpenses(), null)

/**
 * The form of the amounts and the notes. It resets whenever a settlement is loaded or saved. `reason`: the reason
 * for the manual entry of "other", which arrives with the lines, after the amounts.
 */
export function useSettlementForm(loaded: LoadedSettlement | null, reason: string) {
  const form = useForm<Draft, unknown, SettlementValues>({
    defaultValues: BLANK,
    resolver: zodResolver(draftSchema),
    mode: 'onTouched',
  })
  const { reset } = form
  const start = loaded?.start ?? BLANK
  const keepDirtyValues = loaded?.keepEdits ?? false
  const shown = useRef<Draft>(undefined)
  useEffect(() => {
    const isSame = shown.current === start
    shown.current = start
    reset({ ...start, otherReason: reason }, { keepDirtyValues: keepDirtyValues || isSame })
  }, [reset, start, reason, keepDirtyValues])

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
