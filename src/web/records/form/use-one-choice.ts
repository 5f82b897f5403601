import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldsModel } from './use-record-form.ts'

/** At most one of two references has a value: choosing one clears the other. */
export function useOneChoice({ control, setValue }: FieldsModel['form'], names: [string, string]) {
  const [one, other] = names
  const [first, second] = useWatch({ control, name: names })
  const before = useRef(first)
  useEffect(() => {
    const firstChanged = before.current !== first
    before.current = first
    if (first && second) setValue(firstChanged ? other : one, '', { shouldDirty: true })
  }, [first, second, one, other, setValue])
}
