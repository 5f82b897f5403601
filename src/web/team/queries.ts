/** The requests of the Team page (SPEC C68, C69). */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Team, TeamSettings } from '#core/team/team.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

const TEAM = ['team']
const SETTINGS = ['team-settings']

export const teamQuery = queryOptions({
  queryKey: TEAM,
  queryFn: () => request<Team>('GET', '/api/team'),
  // "Last seen" changes without any action of the user.
  staleTime: 0,
})

export const teamSettingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: () => request<TeamSettings>('GET', '/api/team/settings'),
})

type Removal = { path: string; done: string; failed: string; onDone: () => void }

/** Ends a membership or revokes an invitation. */
export function useRemoval({ path, done, failed, onDone }: Removal) {
  return useMutation({
    mutationFn: () => request('DELETE', `/api/team/${path}`),
    onSuccess: () => toast(done),
    onError: ({ message }) => toastFailure(failed, message),
    onSettled: () => {
      onDone()
      void queryClient.invalidateQueries({ queryKey: TEAM })
    },
  })
}

export function useSaveTeamSettings() {
  return useMutation({
    mutationFn: (body: Partial<TeamSettings>) =>
      request<TeamSettings>('PUT', '/api/team/settings', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(SETTINGS, saved)
      toast('Role settings saved')
    },
    onError: ({ message }) => toastFailure('Failed to save the role settings', message),
  })
}
