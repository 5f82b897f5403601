import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  CodeAndPassword,
  recoveryCodesSchema,
  TwoStep,
  TwoStepSetup,
} from '#core/accounts/two-step.ts'
import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type RecoveryCodes = z.output<typeof recoveryCodesSchema>

const PATH = '/api/auth/two-step'
const KEY = ['two-step']

export function useTwoStep() {
  return useQuery({ queryKey: KEY, queryFn: () => request<TwoStep>('GET', PATH) })
}

/** Gets a new secret each time the dialog opens: someone may have seen an earlier one. */
export function useTwoStepSetup() {
  return useQuery({
    queryKey: [...KEY, 'setup'],
    queryFn: () => request<TwoStepSetup>('POST', `${PATH}/setup`),
    gcTime: 0,
  })
}

type ChangeOptions<Result> = {
  onChanged: (result: Result) => void
  /** Shows the server's message at its field. */
  onFieldError: (field: keyof CodeAndPassword, message: string) => void
}

/** Turns two-step login on and gets the recovery codes. */
export function useTurnOn(options: ChangeOptions<RecoveryCodes>) {
  const { isOn, othersEnded } = useTwoStepTexts()
  return useTwoStepChange(`${PATH}/on`, [isOn, othersEnded], options)
}

export function useTurnOff(options: ChangeOptions<object>) {
  const { isOff, othersEnded } = useTwoStepTexts()
  return useTwoStepChange(`${PATH}/off`, [isOff, othersEnded], options)
}

/** Replaces the recovery codes. */
export function useNewRecoveryCodes(options: ChangeOptions<RecoveryCodes>) {
  const { newCodesDone } = useTwoStepTexts()
  return useTwoStepChange(`${PATH}/recovery-codes`, [newCodesDone], options)
}

function useTwoStepChange<Result extends object>(
  path: string,
  success: Parameters<typeof toast>,
  { onChanged, onFieldError }: ChangeOptions<Result>,
) {
  const texts = useAccountTexts()
  const { failed } = useTwoStepTexts()
  return useAction({
    send: (body: CodeAndPassword) => request<Result>('POST', path, { body }),
    done: () => toast(...success),
    failed: (error) => toastFailure(failed, messageOf(error, texts)),
    onFields: (fields) => {
      for (const [name, [message = '']] of Object.entries(fields))
        onFieldError(name as keyof CodeAndPassword, message)
    },
    onDone: (result) => {
      onChanged(result)
      void queryClient.invalidateQueries({ queryKey: KEY, exact: true })
      void queryClient.invalidateQueries({ queryKey: ['sessions'] })
    },
    refetch: 'nothing',
  })
}
