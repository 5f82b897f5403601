import { useState } from 'react'
import { loadFieldOf, pointedFieldOf } from '#core/confirmations/fill-load.ts'
import type { Reading } from '#core/confirmations/reading.ts'
import { pointAt, pointAtRest } from '#core/confirmations/taught/point-at.ts'
import type { PointedField } from '#core/confirmations/taught/taught-layout.ts'
import type { Pointed } from '#core/confirmations/taught/teach.ts'
import type { Box } from '#core/confirmations/words/words.ts'
import { today } from '#web/api/today.ts'
import type { ReadPaper } from '#web/confirmations/read-file.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'

export type Pointing = {
  /** The form's field that the next click on a page is for; null while not pointing. */
  field: string | null
  /** Why the last click gave no value. */
  problem: string | null
  pointed: Pointed
  start: (field: string) => void
  stop: () => void
  take: (page: number, box: Box) => void
}

/** Fills a field with the words that a person clicks or drags over on the page (SPEC C145). */
export function usePointing({ form }: FieldsModel, { pages, reading }: ReadPaper): Pointing {
  const [field, setField] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [pointed, setPointed] = useState<Pointed>({})

  function start(next: string | null) {
    setField(next)
    setProblem(null)
  }

  function take(page: number, box: Box) {
    const name = pointedFieldOf(field ?? '')
    if (!name || field === null) return
    const pointing = { pages, page, box, today: today() }
    const found = pointAt(name, pointing)
    if ('problem' in found) return setProblem(found.problem)
    const rest = Object.entries(pointAtRest(name, pointing)).filter(([part]) => isFree(part))
    const taken: Pointed = { ...Object.fromEntries(rest), [name]: found.read }
    for (const [part, { value }] of Object.entries(taken)) {
      const target = loadFieldOf(part as PointedField)
      if (target) form.setValue(target, value, { shouldDirty: true, shouldValidate: true })
    }
    setPointed({ ...pointed, ...taken })
    start(null)
    form.setFocus(field)
  }

  /** Whether the field is empty, or still has the value that was read or pointed at before. */
  function isFree(part: string): boolean {
    const name = part as PointedField
    const text = form.getValues(loadFieldOf(name) ?? '')
    return !text || text === (pointed[name] ?? reading.fields[name])?.value
  }

  return { field, problem, pointed, start, stop: () => start(null), take }
}

/** The reading with the pointed values as values of the paper. */
export function withPointed(reading: Reading, pointed: Pointed): Reading {
  const unsure = Object.entries(reading.unsure).filter(([name]) => !(name in pointed))
  return {
    ...reading,
    fields: { ...reading.fields, ...pointed },
    unsure: Object.fromEntries(unsure),
    totalProblem: pointed.total ? null : reading.totalProblem,
  }
}
