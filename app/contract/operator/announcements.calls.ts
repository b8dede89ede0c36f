import * as v from 'valibot'
import {
  announcementPageSchema,
  maintenanceSchema,
  noticesSchema,
  operatorAnnouncementSchema,
  saveAnnouncementSchema,
  setMaintenanceSchema,
} from './announcements.ts'
import { pageQueryEntries } from '../base/common.ts'
import { giveReasonSchema } from './operator.ts'
import { byId, defineCall } from '../base/call.ts'

export const getNoticesCall = defineCall({
  method: 'GET',
  path: '/v1/notices',
  summary: 'Announcements for the caller, and whether new runs are refused for maintenance',
  tag: 'Health',
  auth: 'public',
  status: 200,
  input: {},
  response: noticesSchema,
})

const tag = 'Operator'
const auth = 'operator:manage_announcements'

export const listAnnouncementsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/announcements',
  summary: 'List announcements, newest first, ended ones included',
  tag,
  auth,
  status: 200,
  input: { query: v.object(pageQueryEntries) },
  response: announcementPageSchema,
  errors: ['unknown_cursor'],
})

export const createAnnouncementCall = defineCall({
  method: 'POST',
  path: '/v1/operator/announcements',
  summary: 'Announce something on pages',
  tag,
  auth,
  status: 201,
  input: { body: saveAnnouncementSchema },
  response: operatorAnnouncementSchema,
})

export const changeAnnouncementCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/announcements/{id}',
  summary: 'Change an announcement',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byId, body: saveAnnouncementSchema },
  response: operatorAnnouncementSchema,
})

export const endAnnouncementCall = defineCall({
  method: 'POST',
  path: '/v1/operator/announcements/{id}/end',
  summary: 'End an announcement now',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorAnnouncementSchema,
})

export const getMaintenanceCall = defineCall({
  method: 'GET',
  path: '/v1/operator/maintenance',
  summary: 'Whether new runs are refused for maintenance',
  tag,
  auth: 'operator:manage_server',
  status: 200,
  input: {},
  response: maintenanceSchema,
})

export const setMaintenanceCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/maintenance',
  summary: 'Refuse or accept new runs; runs that were submitted end as usual',
  tag,
  auth: 'operator:manage_server',
  status: 200,
  input: { body: setMaintenanceSchema },
  response: maintenanceSchema,
})
