import { severities, type Severity } from '@goal/contract';

/** A code of events that the plugin knows, and what its events say. */
export type EventCode = { code: number; severity: Severity; object: string; eventType: string };

/*
 * The codes of the plugin. A line has an object, then types of events, each before its codes; the
 * letter behind a code is the first one of its severity.
 */
const table = `
user: login 1000l 1005l 1008m logout 1001l 1006m 1007m 1009l failed-login 1002m blocked 1004m
user: submitted 1010i 4029h denied 1011i created 4000c 4001c 4012c 4024l modified 4002c 4003h 4004h
user: modified 4005m 4006m 4008c 4009c 4010m 4011m 4015l 4016l 4017i 4018i 4019i 4020l 4021m 8023l
user: modified 9083i 9084i deleted 4007h activated 4013h opened 4014i added 4025c 4026c
user: revoked 4027h 4028h
system: failed-login 1003l available 5032i 5033i 6079i updated 6004m 6080i sent 6061l
post: created 2000i 5019m published 2001l modified 2002l 2016l 2017i 2019i 2021m 2025l 2027i 2047l
post: modified 2048l 2049i 2050i 2053l 2065l 2073i 2074l 2086i 2119i 2120i 2129i 2130i 2133i
post: deleted 2008m 2012m 5025l restored 2014l opened 2100i viewed 2101i 2134l enabled 2111l 2112l
post: denied 2135m
file: uploaded 2010m deleted 2011l modified 2046h 2051h
category: created 2023m deleted 2024m modified 2052l 2128l renamed 2127l
widget: added 2042m modified 2043h 2045l 2071l deleted 2044m
custom-field: modified 2054l 2131l 2132l deleted 2055m renamed 2062l
menu: created 2078l modified 2079l 2080l 2083l 2085l 2089l deleted 2081m enabled 2082l
menu: renamed 2084l
comment: approved 2090i 2095l unapproved 2091i 2094i created 2092i 2099i 2126i modified 2093l
comment: deleted 2096l 2098l restored 2097i
tag: created 2121i deleted 2122l renamed 2123i modified 2124i 2125i
plugin: installed 5000c activated 5001h deactivated 5002h uninstalled 5003h updated 5004l 5034i
plugin: enabled 5028m failed 5030h
theme: installed 5005c activated 5006h 5008h deleted 5007h deactivated 5009m enabled 5029m
theme: updated 5031l 5035i
database: created 5010l 5013l 5016h 5022h modified 5011l 5014l 5017h 5023h deleted 5012m 5015m
database: deleted 5018h 5024h
wpforms_forms: created 5500l duplicated 5502m renamed 5506l enabled 5513h 5514m 5515m 5524m 5525m
wpforms_forms: modified 5526m
wpforms_fields: deleted 5501m
wpforms_notifications: added 5503l deleted 5505l renamed 5516m modified 5517m
wpforms_entries: deleted 5504m modified 5507m submitted 5523m
wpforms: modified 5508h 5509h added 5510h activated 5511h
wpforms_confirmations: added 5518m modified 5519m 5520m 5521m 5522m
gravityforms_forms: created 5700l 5701m 5702m modified 5703m duplicated 5704l 5709l
gravityforms_confirmations: created 5705m 5708l
gravityforms_notifications: created 5706m activated 5707l
gravityforms_entries: starred 5710l read 5711l 5712m 5713m 5714m modified 5717m
gravityforms_fields: created 5715m
gravityforms_settings: modified 5716h exported 5718l imported 5719l 5720m
wp-activity-log: deleted 6000i 6034c 6038c 6039c 6317l 6322h 6325l 6326h modified 6006m 6043h 6047l
wp-activity-log: modified 6049h 6052h 6311l 6315l 6318l 6321h 6324h 6328l enabled 6046l 6048l 6051m
wp-activity-log: enabled 6060c 6310l 6312l 6316l 6319l 6327h added 6050h 6053l 6054l 6055l 6056l
wp-activity-log: added 6057l 6058l 6062l 6313l 6314l 6320h 6323h
system-setting: enabled 6001c 6008i 6009m 6010m 6011m 6012i 6014m 6015l modified 6002c 6003c 6005h
system-setting: modified 6013i 6016l 6017i 6018i 6024c 6025c 6035c 6036c 6037c 6040c 6041c 6042c
system-setting: modified 6044h 6045h 6059h 6064i added 6063i deleted 6065i
cron-job: created 6066i 6067i modified 6068l executed 6069i 6070i deleted 6071m 6072m
memberpress_memberships: created 6200h modified 6201h deleted 6202h
memberpress_groups: created 6203h modified 6204h deleted 6205h
memberpress_rules: created 6206h modified 6207h deleted 6208h
memberpress_settings: modified 6210h
memberpress_roles: modified 6211h created 6212h
memberpress_subscriptions: created 6250h modified 6251h expired 6252h
memberpress_transactions: modified 6253h created 6254h
memberpress_members: created 6255h
multisite-network: added 7000c modified 7001h 7002h 7009m 7010c 7011c 7012h activated 7003h
multisite-network: deactivated 7004h deleted 7005h enabled 7007c 7008h updated 7013h
child-site: added 7700c removed 7701c modified 7702m
mainwp: synced 7703i 7704i updated 7709i created 7718m 7724h modified 7719m 7720m deleted 7721h
mainwp: added 7722m removed 7723m
extension: installed 7705c activated 7706h deactivated 7707h uninstalled 7708c
activity-logs: failed 7710l 7717h started 7711i 7716m finished 7712i modified 7713m 7715m
activity-logs: added 7714m
uptime-monitor: added 7750i deleted 7751m started 7752i stopped 7753m created 7754i
wp-2fa-settings: enabled 7800h 7804i 7805i disabled 7801c modified 7802m 7803m 7806i 7807m
2fa: enabled 7808m 7809m disabled 7810m blocked 7811m unblocked 7812m
bbpress-forum: created 8000i 8014i 8024l modified 8001m 8002m 8003l 8004i 8008l 8011l 8015i 8016i
bbpress-forum: modified 8017i 8018i 8022l deleted 8005h 8006h 8019m 8020m 8025l restored 8007h
bbpress-forum: restored 8021i renamed 8026l 8027l
bbpress: modified 8009h 8012m 8013h enabled 8010c
yoast-seo-metabox: modified 8801i 8802i 8803i 8806i 8807i 8850i 8851i 8852i enabled 8804i 8808i
yoast-seo: modified 8809i 8810m 8811m 8812i 8845m 8847m 8848m 8863i 8864i 8865i 8868i 8869i 8870i
yoast-seo: modified 8871i 8872i enabled 8815m 8816m 8817m 8818m 8819m 8820m 8821m 8825l 8826l 8827m
yoast-seo: enabled 8828m 8838h 8839l 8840m 8843h 8859l 8860l added 8829l 8841m 8853m 8854m
yoast-seo: disabled 8842h 8844m 8846m
yoast-seo-search-appearance: enabled 8813m 8824l 8830m 8833m 8834m 8837l modified 8814i 8822i 8831l
yoast-seo-search-appearance: modified 8832l 8835l 8836l
yoast-seo-redirects: added 8855m modified 8856m 8858m deleted 8857m
tablepress_tables: added 8900m 8902m 8906m 8907m deleted 8901h imported 8903m updated 8904m 8905m
tablepress_tables: modified 8908m
woocommerce-product: created 9000l published 9001m modified 9003l 9004i 9005l 9006l 9007m 9008i
woocommerce-product: modified 9009m 9010m 9015m 9016m 9017m 9018l 9019l 9020m 9021i 9022i 9023m
woocommerce-product: modified 9024m 9025i 9026m 9042i 9044i 9048l 9051l 9096l 9097l 9098l 9099l
woocommerce-product: modified 9105l 9106l 9113m 9114m 9119h 9138m deleted 9012h 9013m 9050l
woocommerce-product: restored 9014h enabled 9043i 9157l added 9045m 9046m 9047l 9095l renamed 9049l
woocommerce-product: renamed 9077m opened 9072i viewed 9073i disabled 9158l
woocommerce-category: created 9002i deleted 9052m modified 9053i 9054m 9055i renamed 9056l
woocommerce-store: modified 9027h 9028h 9029h 9031h 9059l 9060l 9061l 9068l 9076h 9078l 9079l 9080m
woocommerce-store: modified 9085h 9086h 9087h 9088h 9089h 9090h 9091h 9092h 9093h 9094h 9100m 9107l
woocommerce-store: modified 9108l 9109m 9110m 9111m 9112m 9115m 9116m 9117m 9118m 9122h 9142m 9152m
woocommerce-store: modified 9153m 9159m 9170m 9173m 9174m 9175m 9177m enabled 9030h 9032h 9033m
woocommerce-store: enabled 9034h 9062l 9074h 9081m 9140m 9141m 9143m 9144m 9145m 9146m 9147m 9148m
woocommerce-store: enabled 9149m 9150m 9151m 9169h 9171m 9172m 9176m created 9057m 9082m
woocommerce-store: deleted 9058l 9121h added 9120h status_changed 9178h
woocommerce-order: created 9035l modified 9036i 9040m 9041h 9130h 9131h 9133h deleted 9037m 9039l
woocommerce-order: restored 9038l added 9132h 9134h 9135h 9137h 9155l removed 9136h 9156l
woocommerce-order: opened 9154m
woocommerce-coupon: published 9063l modified 9064l 9065l 9066l 9067l 9069i 9070m 9125m 9126i
woocommerce-coupon: renamed 9071i deleted 9123h 9124h restored 9127l
woocommerce-tag: created 9101i deleted 9102i renamed 9103i modified 9104i
woocommerce-product-review: created 9160i unapproved 9161i 9163i approved 9162i deleted 9164i 9166i
woocommerce-product-review: restored 9165i modified 9167i
pmpro_membership_levels: created 9501m deleted 9502h
pmpro_members: assigned 9504m removed 9505m
acf-config-post-types: created 10000i activated 10001l renamed 10002l modified 10003l 10004l 10005m
acf-config-post-types: deleted 10007m 10009m restored 10008m
acf-config-taxonomies: created 10010i activated 10011l renamed 10012l modified 10013l 10014l 10015m
acf-config-taxonomies: deleted 10017m 10019m restored 10018m
acf-config-terms: created 10020i renamed 10021l deleted 10022m modified 10023m 10024l
redirection: added 10501m activated 10502m deactivated 10503m reset 10504m modified 10505m
redirection: deleted 10508m created 10509m
rank-math: deactivated 10701m modified 10704i disabled 10705i
rank-math-snippet-editor: modified 10702i 10703i
rank-math-robots-meta: disabled 10706i 10707i 10708i 10709i 10710i 10711i 10712i 10713i
rank-math-robots-meta: modified 10714m
termly: deactivated 10901h disabled 10902l 10903m 10904h 10905h activated 10911h
learndash_courses: created 11000i 11080i 11090i published 11001l deleted 11003h 11004h 11081i
learndash_courses: deleted 11091i restored 11005l duplicated 11006i viewed 11020i opened 11021i
learndash_lessons: created 11200i 11300i 11350i published 11201i deleted 11206m 11207h 11301i
learndash_lessons: deleted 11351i restored 11208l duplicated 11209i viewed 11215i opened 11216i
learndash_topics: created 11400i 11450i published 11401i deleted 11404m 11405i 11451i
learndash_topics: duplicated 11406i
learndash_groups: created 11500i published 11501i deleted 11503m 11504i restored 11505l
`;

/** The codes that the plugin knows, in their order. */
export const eventCodes: readonly EventCode[] = table
  .trim()
  .split('\n')
  .flatMap(codesOf)
  .sort((a, b) => a.code - b.code);

function codesOf(line: string): EventCode[] {
  const [object = '', parts = ''] = line.split(': ');
  let eventType = '';
  return parts.split(' ').flatMap((part) => {
    const [, code, letter = ''] = /^(\d{4,})([ilmhc])$/.exec(part) ?? [];
    const severity = severities.find((name) => name.startsWith(letter));
    if (code !== undefined && severity !== undefined) return [{ code: Number(code), severity, object, eventType }];
    eventType = part;
    return [];
  });
}

const plain = (words: string): string => words.replaceAll(/[-_]/g, ' ');
const names = new Map(eventCodes.map(({ code, object, eventType }) => [code, `${plain(object)}: ${plain(eventType)}`]));

/**
 * What a code means, in words: «user: failed login»; undefined for a code that the plugin does not
 * know (rulings §11.2).
 */
export const nameOfCode = (code: number): string | undefined => names.get(code);

/** A code with its name, where it has one. */
export function namedCode(code: number): { code: number; name?: string } {
  const name = nameOfCode(code);
  return { code, ...(name === undefined ? {} : { name }) };
}
