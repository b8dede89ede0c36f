import {
  changeAnnouncementCall,
  createAnnouncementCall,
  endAnnouncementCall,
  getMaintenanceCall,
  listAnnouncementsCall,
  setMaintenanceCall,
} from '#app/contract/operator/announcements.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listAnnouncements = reads.handler(send(listAnnouncementsCall))
export const createAnnouncement = changes.handler(send(createAnnouncementCall))
export const changeAnnouncement = changes.handler(send(changeAnnouncementCall))
export const endAnnouncement = changes.handler(send(endAnnouncementCall))
export const getMaintenance = reads.handler(send(getMaintenanceCall))
export const setMaintenance = changes.handler(send(setMaintenanceCall))
