/** What an operator reads, with parameters where the operation takes any. */
export const operatorReads = `plans retention status whoami tokens?limit=5
  accounts.csv sites.csv actions.csv attention?kind=silent
  sites/{id} sites/{id}/keys sites/{id}/activity
  accounts/{id} accounts/{id}/arrivals accounts/{id}/keys accounts/{id}/summary accounts/{id}/members
  accounts/{id}/sites.csv accounts/{id}/sites?status=active,paused&limit=5 accounts/{id}/groups?limit=5
  accounts/{id}/streams accounts/{id}/holds accounts/{id}/log
  accounts/{id}/groups/{group_id}/keys accounts/{id}/activity?days=7 accounts/{id}/top-sites?days=90
  accounts/{id}/top-codes accounts/{id}/silent-sites accounts/{id}/plan/preview?plan=free
  accounts/{id}/reseller/preview?enabled=true`.split(/\s+/);
