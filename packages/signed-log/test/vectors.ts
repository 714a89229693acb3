import type { LoggedEvent, LogNote } from '../src/index.ts';

const siteId = '7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00';
const receivedAt = '2026-11-22T09:40:00.123Z';

const event: LoggedEvent = {
  code: 1000,
  event_type: 'login',
  event_uuid: null,
  id: 2049,
  message: 'Grüße "x" \u2028',
  object: 'user',
  occurred_at: '2026-11-22T09:39:59.001Z',
  post_id: null,
  post_status: null,
  post_type: null,
  received_at: receivedAt,
  session_id: null,
  severity: 'critical',
  site_id: siteId,
  user_agent: null,
  user_id: 5,
  username: 'änna',
};
const begin: LogNote = { kind: 'log.begin', at: '2026-11-22T09:00:00.000Z', log: 1, previous: null, earlier_events: 0 };
const siteBegin: LogNote = {
  kind: 'site.begin',
  at: '2026-11-22T09:30:00.000Z',
  by: 'account_key',
  retention_days: 90,
  site_id: siteId,
};

/**
 * The fixed form of the log, byte for byte: whoever writes a verifier compares with these. Changing
 * one breaks every verifier there is. Hashes are base64.
 */
export const vectors = {
  salt: 'g/YLMHyJKtwCQ13PaofwBQ==',
  event,
  eventText:
    '{"code":1000,"event_type":"login","event_uuid":null,"id":2049,"message":"Grüße \\"x\\" \u2028","object":"user",' +
    '"occurred_at":"2026-11-22T09:39:59.001Z","post_id":null,"post_status":null,"post_type":null,' +
    '"received_at":"2026-11-22T09:40:00.123Z","session_id":null,"severity":"critical",' +
    '"site_id":"7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00","user_agent":null,"user_id":5,"username":"änna"}',
  eventTextBytes: 379,
  commitment: 'KPfDijv3Kt5pSrykZdZl5kmGZBgIFtePOwkKCiTOZ78=',
  notes: [begin, siteBegin],
  siteId,
  receivedAt,
  entries: [
    'note {"at":"2026-11-22T09:00:00.000Z","earlier_events":0,"kind":"log.begin","log":1,"previous":null,"v":1}',
    'note {"at":"2026-11-22T09:30:00.000Z","by":"account_key","kind":"site.begin","retention_days":90,' +
      '"site_id":"7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00","v":1}',
    'event 7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00 1 2049 2026-11-22 2026-11-22T09:40:00.123Z ' +
      'KPfDijv3Kt5pSrykZdZl5kmGZBgIFtePOwkKCiTOZ78=',
  ],
  leaves: [
    'klmbP5+kjU8vo9jCR+QaoGO/L7t3nEyON3KdaiJkPsM=',
    'az2D0g2EFSWa2tvi0/PLKwFfDfEH0LVoAxo/v4N9P3M=',
    '6NMSJaTZCRBium5Vg2Lu4Iz+9q/ngfEm7QBlfM7Cm6I=',
  ],
  /** Of the trees of no, one, two and three leaves. */
  roots: [
    '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'klmbP5+kjU8vo9jCR+QaoGO/L7t3nEyON3KdaiJkPsM=',
    'P/QvRoivNVz65tudZonXtvf0StFML+OqKE/5xGxxLHM=',
    'HiqoU8uiv4CTwH6vTTySN7nxxIIOOZWgaHdmO28R24s=',
  ],
  seed: new Uint8Array(32).fill(7),
  origin: 'goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11',
  vkey:
    'goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11+fa7b0bb0+' + 'AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs',
  checkpoint:
    'goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11\n3\nHiqoU8uiv4CTwH6vTTySN7nxxIIOOZWgaHdmO28R24s=\n\n' +
    '— goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11 ' +
    '+nsLsD46IZM/l7Hm7qeFlEkQAYWI86bC4+Ti4aOZl8+/C3zgZfnm792gr61LlCS0XaZ1OXYEMY8ILeXfuAmhpx4ikQw=\n',
};
