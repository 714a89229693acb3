import pg from 'pg';

export type WorkerOnPaper = {
  port: number;
  isAway?: boolean;
  /** Refuses the settings of the role. */
  isStubborn?: boolean;
  bytes?: number;
};

const host = 'worker.example';

/**
 * Puts the catalog of Citus on paper into a test database: views and functions of the same names
 * beside the service's tables. It distributes nothing. It shows what
 * the service asks of Citus, and what it answers to each state of the workers. It is no Citus,
 * which no registry brings.
 */
export async function pretendCitus(url: string, workers: readonly WorkerOnPaper[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(schema);
    for (const worker of workers) await addWorker(client, worker);
  } finally {
    await client.end();
  }
}

/** Adds a worker, as SELECT citus_add_node does. */
export async function addWorker(
  client: pg.Client,
  { port, isAway = false, isStubborn = false, bytes = 1_000_000 }: WorkerOnPaper,
): Promise<void> {
  await client.query('insert into paper.worker (host, port, is_away, is_stubborn, bytes) values ($1, $2, $3, $4, $5)', [
    host,
    port,
    isAway,
    isStubborn,
    bytes,
  ]);
}

const schema = `
  create schema paper;
  create table paper.worker (no int generated always as identity, host text, port int, is_away bool, is_stubborn bool,
    bytes bigint, settings jsonb not null default '{}');
  create table paper.distributed (name regclass, place int generated always as identity);
  create table paper.shard (shardid int generated always as identity, logicalrelid regclass, groupid int);
  create view pg_dist_node as
    select 0 as nodeid, 0 as groupid, 'coordinator.example' as nodename, 5432 as nodeport, 'primary' as noderole
    union all select no, no, host, port, 'primary' from paper.worker;
  create view pg_dist_shard as select shardid, logicalrelid from paper.shard;
  create view pg_dist_placement as select shardid, groupid from paper.shard;
  create view pg_dist_partition as select name as logicalrelid, 'h' as partmethod from paper.distributed;
  create function create_distributed_table(name text, key text, colocate_with text, shard_count int default 0)
  returns void language plpgsql as $$ begin
    insert into paper.distributed (name) values (name::regclass);
    insert into paper.shard (logicalrelid, groupid)
      select name::regclass, 1 + one % (select count(*) from paper.worker) from generate_series(1, shard_count) one;
  end $$;
  create function run_command_on_workers(command text)
  returns table (nodename text, nodeport int, success bool, result text) language plpgsql as $$ begin
    if command like 'do %' then
      update paper.worker set settings = (
          select jsonb_object_agg(one[1], one[2]) from regexp_matches(command, 'set (\\w+) = ''(\\w+)''', 'g') one)
        where not is_away and not is_stubborn;
    end if;
    return query select host, port, not is_away and not (is_stubborn and command like 'do %'),
      case when is_away then 'connection to the remote node failed'
           when command like 'do %' then case when is_stubborn then 'permission denied' else 'DO' end
           else json_build_object('bytes', bytes, 'settings', settings)::text end
      from paper.worker order by no;
  end $$;`;
