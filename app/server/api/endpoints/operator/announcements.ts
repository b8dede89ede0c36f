import { isConsentDue } from '#app/server/core/identity/consents/consents.ts'
import {
  changeAnnouncementCall,
  createAnnouncementCall,
  endAnnouncementCall,
  getMaintenanceCall,
  getNoticesCall,
  listAnnouncementsCall,
  setMaintenanceCall,
} from '#app/contract/operator/announcements.calls.ts'
import {
  changeAnnouncement,
  createAnnouncement,
  endAnnouncement,
  listAnnouncements,
} from '#app/server/core/operation/announcements/announcements.ts'
import { readMaintenance, setMaintenance } from '#app/server/core/operation/announcements/set-maintenance.ts'
import { readRole } from '#app/server/core/operation/operators/require-right.ts'
import { endpoint } from '../../endpoint.ts'

export const announcementEndpoints = [
  endpoint(getNoticesCall, {
    handle: async ({ runtime: { db, notices, env }, caller }) => ({
      ...(await notices.read(async () => (caller ? readRole(db, caller.userId) : null))),
      consent_due: caller !== null && (await isConsentDue(db, { env, userId: caller.userId })),
    }),
  }),
  endpoint(listAnnouncementsCall, { handle: ({ runtime, input }) => listAnnouncements(runtime.db, input.query) }),
  endpoint(createAnnouncementCall, {
    handle: ({ runtime: { db, notices }, caller, input: { body }, clientAddress }) =>
      createAnnouncement(db, { notices, input: body, reason: body.reason, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(changeAnnouncementCall, {
    handle: ({ runtime: { db, notices }, caller, input: { params, body }, clientAddress }) =>
      changeAnnouncement(db, {
        notices,
        id: params.id,
        input: body,
        reason: body.reason,
        userId: caller.userId,
        address: clientAddress,
      }),
  }),
  endpoint(endAnnouncementCall, {
    handle: ({ runtime: { db, notices }, caller, input: { params, body }, clientAddress }) =>
      endAnnouncement(db, { notices, id: params.id, reason: body.reason, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(getMaintenanceCall, { handle: ({ runtime }) => readMaintenance(runtime.db) }),
  endpoint(setMaintenanceCall, {
    handle: ({ runtime: { db, notices }, caller, input: { body }, clientAddress }) =>
      setMaintenance(db, {
        notices,
        enabled: body.enabled,
        endsAt: body.ends_at ? new Date(body.ends_at) : null,
        reason: body.reason,
        userId: caller.userId,
        address: clientAddress,
      }),
  }),
]
