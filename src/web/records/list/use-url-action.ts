import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/**
 * Runs an action that the address requests, once: `/drivers?add`, `/loads?edit=7`. Removes it from the address, so that a
 * reload or Back does not run it again (SPEC A2.loads).
 */
export function useUrlAction(name: string, act: (value: string) => void): void {
  const [params, setParams] = useSearchParams()
  const requested = params.get(name)
  const run = useEffectEvent((value: string) => {
    setParams((before) => without(before, name), { replace: true })
    act(value)
  })

  useEffect(() => {
    if (requested !== null) run(requested)
  }, [requested])
}

/** Loads the record of `?name=7` and calls `act` with it; a toast shows a failure. */
export function useUrlRecord(
  { name: table, singular }: Pick<Entity, 'name' | 'singular'>,
  name: string,
  act: (record: AnyRecord) => void,
): void {
  useUrlAction(name, (id) => {
    if (!/^\d{1,15}$/.test(id)) return
    request<AnyRecord>('GET', `/api/${table}/${id}`).then(act, (error: Error) =>
      toastFailure(`Couldn't open this ${singular.toLowerCase()}`, error.message),
    )
  })
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(name)
  return rest
}
