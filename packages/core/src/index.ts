// What verbs are made of.
export { defaultSettings, type Core, type EventServices, type Settings } from './core.ts';
export { asAct, forgetActs, getAct } from './ground/act.ts';
export { withReason, type Actor } from './ground/actor.ts';
export type { Caller } from './ground/caller.ts';
/** Stands in types of the router. @public */
export type { SiteRef } from './ground/find-site.ts';
export { findSite } from './ground/find-site.ts';
export { opensApi } from './ground/limits-of.ts';
export { judgeMonthlyLimit } from './ground/monthly-limit.ts';
export { partOf, type Part } from './ground/part.ts';
export { partsOf } from './ground/parts-of.ts';
export { isDatabaseUnavailable, requestAllowance, within, type RequestAllowance } from './ground/request-allowance.ts';
export { tellFailure } from './ground/tell-failure.ts';
export { readZoneFile, type ZoneTable } from './ground/zone-rules.ts';

// People: how they sign in, and the accounts that they are members of.
export { leaveAccount, removeMember, updateMember } from './member/change-members.ts';
export { handOutInvitation } from './member/hand-out-invitation.ts';
export { invitationLink } from './member/invitation-link.ts';
export { inviteMember, renewInvitation, revokeInvitation } from './member/invite-member.ts';
export type { Inviter } from './member/inviter.ts';
export { beginJoinPasskey, getInvitation, joinAsPerson, joinByLink } from './member/join-account.ts';
export { listMembers } from './member/list-members.ts';
export { deletePerson, removePerson } from './person/delete-person.ts';
export { getPerson } from './person/get-person.ts';
export { openPeople, type People } from './person/people.ts';
export type { Visitor } from './person/person.ts';
export { renamePerson } from './person/rename-person.ts';
export { setMutedMails } from './person/set-muted-mails.ts';
export { Braked, type BrakeKind } from './sign-in/brake.ts';
export {
  beginPasskeyConfirmation,
  beginPasskeyEntry,
  confirmByPasskey,
  signInByPasskey,
} from './sign-in/entry/prove-by-passkey.ts';
export { beginSsoConfirmation, beginSsoEntry, confirmBySso, signInBySso } from './sign-in/entry/prove-by-sso.ts';
export { askForCode, signInByCode } from './sign-in/entry/sign-in-by-code.ts';
export { signInByPassword, signInBySecondFactor } from './sign-in/entry/sign-in-by-password.ts';
export { askToSignUp, makeOwnAccount, signUp } from './sign-in/entry/sign-up.ts';
export { networkOf } from './sign-in/network.ts';
export type { PasswordCost } from './sign-in/password.ts';
export { checkSso, type SsoFinding } from './sign-in/sso/check-sso.ts';
export { openSso, providerWaitMs } from './sign-in/sso/single-sign-on.ts';
export { RefusedBecause } from './sign-in/sso/sso-reason.ts';
export { isServiceAddress, readSsoSettings, type SsoSettings } from './sign-in/sso/sso-settings.ts';
export { askToChangeEmail, changeEmail } from './sign-in/ways/change-email.ts';
export { confirmByPassword, removePassword, setPassword } from './sign-in/ways/change-password.ts';
export { askToConfirm, confirmByCode } from './sign-in/ways/confirm-by-code.ts';
export { addPasskey, beginPasskey, removePasskey, renamePasskey } from './sign-in/ways/own-passkeys.ts';
export { beginSession, endOtherSessions, endSession, enterAccount, listSessions } from './sign-in/ways/session.ts';
export { beginTotp, finishTotp, removeTotp, renewRecoveryCodes } from './sign-in/ways/totp.ts';
export { getWaysToSignIn, hasFreePlanLimit } from './sign-in/ways/ways.ts';

// What an account consists of.
export { askToChangeAccountEmail, changeAccountEmail } from './account/change-account-email.ts';
export { changePlan } from './account/change-plan.ts';
export { createAccount } from './account/create-account.ts';
export { deleteAccount } from './account/delete-account.ts';
export { findAccount, findAccountOfSite } from './account/find-account.ts';
export { describeAccount, getMe, getMemberAccount } from './account/get-me.ts';
export { previewPlan } from './account/preview-plan.ts';
export { previewReseller } from './account/preview-reseller.ts';
export { setReseller } from './account/set-reseller.ts';
export { updateAccount } from './account/update-account.ts';
export { applySubscription } from './billing/apply-subscription.ts';
export { beginCheckout } from './billing/begin-checkout.ts';
export { getBilling } from './billing/get-billing.ts';
export { openPortal } from './billing/open-portal.ts';
export { notePaymentRefusal } from './billing/payment-refusal.ts';
export type { CheckoutSession, CheckoutOrder, PaymentProvider, Payments } from './billing/payments.ts';
export type { Prices, SubscriptionEvent } from './billing/subscription-rule.ts';
export { readLogo } from './brand/brand.ts';
export { getBrand, setBrand } from './brand/change-brand.ts';
export { createGroup, deleteGroup, updateGroup } from './group/change-group.ts';
export { findGroup } from './group/find-group.ts';
export { listGroups, searchGroups } from './group/list-groups.ts';
export { listAccountKeys, listMadeAccountKeys, mintAccountKey, revokeAccountKey } from './key/account-keys.ts';
export { inspectGroupKeys, listGroupKeys, mintGroupKey, revokeGroupKey } from './key/group-keys.ts';
export { listSiteKeys, mintSiteKey, revokeSiteKey } from './key/site-keys.ts';
export { createHold, endHold, listHolds, listMemberHolds } from './legal-hold/holds.ts';
export { smtpMailer, type Mailer } from './mail/mailer.ts';
export { findPlan } from './plan/find-plan.ts';
export { listPlans } from './plan/list-plans.ts';
export { setPlanLimits } from './plan/set-plan-limits.ts';
export { activateSite } from './site/activate-site.ts';
export { activateSites } from './site/activate-sites.ts';
export { chooseSites } from './site/choose-sites.ts';
export { createSite } from './site/create-site.ts';
export { deleteSite } from './site/delete-site.ts';
export { deleteSites } from './site/delete-sites.ts';
export { listSites, searchSites } from './site/list-sites.ts';
export { moveSites } from './site/move-sites.ts';
export { restoreSite, revokeSite } from './site/revoke-site.ts';
export { setKeepIp } from './site/set-keep-ip.ts';
export { setSiteRate } from './site/set-site-rate.ts';
export { refuseMoveByGroupKey, updateSite } from './site/update-site.ts';

// Who asks, and how often they may.
export { authenticate, authenticateOperator, authenticateSession } from './credential/authenticate.ts';
export {
  callerOf,
  callerOfMember,
  type AccountCredential,
  type Credential,
  type MembershipPart,
  type OperatorCredential,
  type SessionCredential,
  type SiteCredential,
} from './credential/credential.ts';
export { openCredentials, type Credentials } from './credential/credentials.ts';
export { LastUses } from './credential/last-uses.ts';
export type { BucketPolicy } from './limit/bucket.ts';
export type { RateLimiter } from './limit/rate-limiter.ts';
export { isRedisUrl } from './limit/redis-link.ts';
export { openSharedBuckets, type SharedBuckets } from './limit/shared-buckets.ts';
export { TokenBuckets } from './limit/token-buckets.ts';

// Events.
export { rotateSealKey } from './event/cursor.ts';
export { severityNumber, type NewEvent } from './event/event.ts';
export { startReclaimer } from './event/gone/reclaimer.ts';
export { inTransaction } from './event/in-transaction.ts';
export { eventCodes } from './event/read/event-codes.ts';
export { getAccountEvent } from './event/read/get-account-event.ts';
export { listAccountEvents } from './event/read/list-account-events.ts';
export { eventsAround, getMemberEvent, listMemberEvents } from './event/read/member-events.ts';
export { plainPage, searchStep } from './event/read/page-statements.ts';
export { searchAccountEvents, searchSiteEvents } from './event/read/search-on.ts';
export { getSiteEvent, listSiteEvents } from './event/read/site-events.ts';
export { ingestEvents, onIngested } from './event/store/ingest-events.ts';
export { storeEvents } from './event/store/store-events.ts';
export { EventExport } from './export/event-export.ts';
export { exportAccountEvents, exportMemberEvents, exportSiteEvents, findMemberExport } from './export/export-events.ts';
export type { ExportClient } from './export/export-slots.ts';
export { getAccountExport, getSiteExport } from './export/told-exports.ts';
export { getRetention } from './retention/get-retention.ts';
export { confirmRetention, findHold, type Hold } from './retention/hold.ts';
export { noteOverdue } from './retention/note-overdue.ts';
export { purgeOverdue } from './retention/purge-overdue.ts';
export { tailAccountEvents, tailMemberEvents, tailSiteEvents } from './tail/tail-events.ts';

// The signed log.
export { bundleAccountLog, bundleMemberLog, bundleSiteLog } from './signed-log/bundle/bundle-log.ts';
export type { LogBundle } from './signed-log/bundle/log-bundle.ts';
export { parseLogKeys } from './signed-log/keys/log-keys.ts';
export {
  isLogKeys,
  isLogOrigin,
  isOn,
  isOnOrOff,
  logRules,
  witnessesNeedLogs,
} from './signed-log/keys/log-variables.ts';
export { renewLogs, rotateLogKey, SameLogKeyError } from './signed-log/keys/rotate-key.ts';
export type { LogSettings } from './signed-log/log-services.ts';
export { countLogs, formerKeySignsUntil } from './signed-log/read/count-logs.ts';
export { getAccountLog, getCheckpoint, getConsistency, getLog, listLogKeys } from './signed-log/read/get-log.ts';
export { getTile } from './signed-log/read/get-tile.ts';
export { proveAccountEvent, proveSiteEvent } from './signed-log/read/prove-event.ts';
export { LogSizes } from './signed-log/seal/log-sizes.ts';
export { runSealer, type ThreadData } from './signed-log/sealer/sealer-thread.ts';
export { isWitnessUrl, readWitnesses, type Witnesses } from './signed-log/witness/witness-policy.ts';
export { describeLogOfLogs } from './signed-log/witness/witness-view.ts';

// Streams.
export { testStream } from './stream/deliver/test-stream.ts';
export {
  deleteStream,
  pauseStream,
  replayStream,
  resumeAfterFailover,
  resumeStream,
  retrySetAside,
  rotateStreamSecret,
  updateStream,
} from './stream/manage/change-stream.ts';
export { createStream } from './stream/manage/create-stream.ts';
export { listDeliveries, listSetAside } from './stream/manage/list-deliveries.ts';
export { countStreams, type StreamCounts } from './stream/place/count-streams.ts';
export {
  findAccountOfStream,
  findStream,
  getStream,
  listStreams,
  listStreamsForOperators,
} from './stream/place/stream-row.ts';
export { isStreamNets, streamsMayReach, type StreamSettings } from './stream/stream-services.ts';

// Redaction.
export { listRedacted, type RedactedEvent } from './redaction/list-redacted.ts';
export { previewRedaction } from './redaction/preview-redaction.ts';
export { findAccountEvent, redactEvent } from './redaction/redact-event.ts';
export { beginRedaction, getRedaction, listRedactions } from './redaction/redactions.ts';
export { showLeft } from './redaction/what-left.ts';

// Views of operators and members.
export { listActions } from './action/list-actions.ts';
export { listRecord } from './action/list-record.ts';
export { countUse } from './attention/count-use.ts';
export { listAttention } from './attention/list-attention.ts';
export { getMemberGroup, listGroupNames, listMemberGroups } from './dashboard/member-groups.ts';
export { findMemberBundle, getMemberLog, recordCopy } from './dashboard/member-log.ts';
export { getMemberSite, listMemberSiteKeys, listMemberSites } from './dashboard/member-sites.ts';
export { memberActivity, memberSilentSites, memberTopCodes, memberTopSites } from './dashboard/member-stats.ts';
export { readUsage } from './dashboard/read-usage.ts';
export { deleteView, listSavedViews, saveView, updateView } from './dashboard/saved-views.ts';
export { setCheckpointMails } from './mail/checkpoint/set-checkpoint-mails.ts';
export { setWeeklyMails } from './mail/weekly/set-weekly-mails.ts';
export { unsubscribe } from './mail/weekly/unsubscribe.ts';
export { createAdminToken, listAdminTokens, revokeAdminToken } from './operator/admin-tokens.ts';
export { beginFile, type FileRecord } from './operator/begin-file.ts';
export { countAccounts } from './operator/count-accounts.ts';
export { findKeysByPrefix } from './operator/find-keys-by-prefix.ts';
export { findSites } from './operator/find-sites.ts';
export { getAccount, listArrivals } from './operator/get-account.ts';
export { getStatus } from './operator/get-status.ts';
export { listAccountGroups } from './operator/list-account-groups.ts';
export { listAccountMembers } from './operator/list-account-members.ts';
export { listAccountSites } from './operator/list-account-sites.ts';
export { judgePlan, listAccounts } from './operator/list-accounts.ts';
export { listNotices } from './operator/list-notices.ts';
export { findPersonByEmail, listPeople, type ListedPerson } from './operator/list-people.ts';
export { beginOperatorSession, endOperatorSession } from './operator/operator-session.ts';
export { resetPerson } from './operator/reset-person.ts';
export { makeReport } from './report/make-report.ts';
export { activityOfAccount, activityOfSite } from './stats/activity.ts';
export { inspectSite } from './stats/inspect-site.ts';
export { listSilentSites } from './stats/silent-sites.ts';
export { summarizeAccount } from './stats/summarize-account.ts';
export { listTopCodes } from './stats/top-codes.ts';
export { listTopSites } from './stats/top-sites.ts';
export { summarizeAccountEvents, summarizeMemberEvents, summarizeSiteEvents } from './summary/summarize-events.ts';

// Failovers.
export { confirmSameHistory, historyFunction } from './failover/confirm-same-history.ts';

// What a process runs, and how it composes all of this.
export { redactRestored } from './backup/redact-restored.ts';
export { settleRestored, type RestoredToken, type Settled, type WithheldMail } from './backup/settle-restored.ts';
export { openEventServices, type EventServicesOptions } from './open-core.ts';
export { every } from './worker/every.ts';
export { startWorker, type Worker } from './worker/start-worker.ts';
export type { WorkerLog } from './worker/surroundings.ts';
export { workOnce } from './worker/work-once.ts';
