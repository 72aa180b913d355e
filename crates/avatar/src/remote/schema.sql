-- The tables and functions that `ensemble avatar push` fills and avatars are asked through.
--
-- Apply it as the owner of the database, for example in the SQL editor of a Supabase project. It may be
-- applied again, and over tables that the Avatar SDK made; rows stay as they are. Only documents that are
-- `processed` are seen, so a work appears with all its passages or not at all.

create extension if not exists vector;

create table if not exists avatars (
    id text primary key,
    name text not null,
    description text,
    expertise text[] default '{}',
    birth_year int,
    death_year int,
    corpus_description text,
    corpus_date_start date,
    corpus_date_end date,
    system_prompt jsonb not null,
    embedding_model text default 'text-embedding-3-small',
    embedding_dimensions int default 1536,
    chunk_size int default 512,
    chunk_overlap int default 50,
    is_active boolean default true,
    is_official boolean default false,
    created_at timestamptz default now(),
    updated_at timestamptz default now()
);

create table if not exists avatar_documents (
    id uuid primary key default gen_random_uuid(),
    avatar_id text references avatars (id) on delete cascade,
    title text not null,
    authors text[] default '{}',
    year int,
    document_type text,
    url text,
    archive_url text,
    doi text,
    verified boolean default false,
    verification_notes text,
    processed boolean default false,
    chunk_count int default 0,
    created_at timestamptz default now(),
    updated_at timestamptz default now()
);

create table if not exists avatar_chunks (
    id uuid primary key default gen_random_uuid(),
    avatar_id text references avatars (id) on delete cascade,
    document_id uuid references avatar_documents (id) on delete cascade,
    content text not null,
    embedding vector,
    source_title text,
    source_page int,
    source_chapter text,
    source_year int,
    metadata jsonb default '{}',
    chunk_index int,
    created_at timestamptz default now()
);

-- What this program keeps beside the columns above.
alter table avatars add column if not exists config jsonb;
alter table avatars add column if not exists corpus_size bigint;
alter table avatars add column if not exists chunk_count bigint;
alter table avatar_documents add column if not exists source_id text;
alter table avatar_documents add column if not exists number int;
alter table avatar_documents add column if not exists words int;
alter table avatar_chunks add column if not exists words tsvector generated always as
    (to_tsvector('english'::regconfig, coalesce(source_title, '') || ' ' || content)) stored;

-- Any kind of work may be pushed.
alter table avatar_documents drop constraint if exists avatar_documents_document_type_check;

-- A column with a fixed number of dimensions serves one encoder only, and an ivfflat index that was built
-- on an empty table finds little; both make room for a column without dimensions and HNSW.
do $$
declare
    old record;
begin
    for old in
        select index_class.oid::regclass as name
        from pg_index
        join pg_class index_class on index_class.oid = pg_index.indexrelid
        join pg_am on pg_am.oid = index_class.relam
        where pg_index.indrelid = 'avatar_chunks'::regclass and pg_am.amname = 'ivfflat'
    loop
        execute format('drop index %s', old.name);
    end loop;
    if exists (
        select from pg_attribute
        where attrelid = 'avatar_chunks'::regclass and attname = 'embedding' and atttypmod > 0
    ) then
        alter table avatar_chunks alter column embedding type vector;
    end if;
end
$$;

create index if not exists avatar_chunks_of_avatar on avatar_chunks (avatar_id);
create index if not exists avatar_chunks_of_document on avatar_chunks (document_id, chunk_index);
create index if not exists avatar_documents_of_avatar on avatar_documents (avatar_id);
create index if not exists avatar_chunks_by_words on avatar_chunks using gin (words);

-- One HNSW index for each number of dimensions. An encoder whose number is missing here is searched exactly,
-- passage by passage; add a line like these for it, up to 2000.
create index if not exists avatar_chunks_by_256 on avatar_chunks
    using hnsw ((embedding::vector(256)) vector_cosine_ops) where vector_dims(embedding) = 256;
create index if not exists avatar_chunks_by_384 on avatar_chunks
    using hnsw ((embedding::vector(384)) vector_cosine_ops) where vector_dims(embedding) = 384;
create index if not exists avatar_chunks_by_1536 on avatar_chunks
    using hnsw ((embedding::vector(1536)) vector_cosine_ops) where vector_dims(embedding) = 1536;

-- Lets a search through an index go on until it has as many passages of the one avatar as were asked for;
-- versions of the extension before 0.8 stop earlier.
create or replace function look_far_for_avatar_chunks() returns void language plpgsql as $$
begin
    perform set_config('hnsw.ef_search', '200', true);
    perform set_config('hnsw.iterative_scan', 'strict_order', true);
exception when undefined_object or invalid_name or invalid_parameter_value then
    null;
end
$$;

-- Passages by meaning: those whose similarity is over the threshold, the most similar first.
create or replace function search_avatar_chunks(
    p_avatar_id text,
    p_query_embedding vector,
    p_match_count int default 5,
    p_match_threshold float default 0.7
)
returns table (
    id uuid,
    content text,
    source_title text,
    source_page int,
    source_year int,
    similarity float
)
language plpgsql
set search_path = public, extensions
as $$
declare
    dimensions int := vector_dims(p_query_embedding);
begin
    if not exists (
        select from avatar_chunks c
        where c.avatar_id = p_avatar_id and vector_dims(c.embedding) = dimensions
    ) and exists (
        select from avatar_chunks c where c.avatar_id = p_avatar_id and c.embedding is not null
    ) then
        raise exception 'no passage of avatar "%" has % dimensions', p_avatar_id, dimensions
            using errcode = 'data_exception', hint = 'ask with the encoder that the avatar was pushed with';
    end if;
    perform look_far_for_avatar_chunks();
    -- The planner uses an index only where the number of dimensions is written out.
    return query execute format(
        'select c.id, c.content, c.source_title, c.source_page, c.source_year,
                1 - (c.embedding::vector(%1$s) <=> $2::vector(%1$s))
         from avatar_chunks c
         where c.avatar_id = $1 and vector_dims(c.embedding) = %1$s
           and (c.document_id is null
                or exists (select from avatar_documents d where d.id = c.document_id and d.processed))
           and 1 - (c.embedding::vector(%1$s) <=> $2::vector(%1$s)) > $4
         order by c.embedding::vector(%1$s) <=> $2::vector(%1$s)
         limit $3',
        dimensions
    ) using p_avatar_id, p_query_embedding, p_match_count, p_match_threshold;
end
$$;

-- Passages by meaning and by words together, fused by their ranks. Without an embedding words alone count,
-- without words meaning alone. The threshold holds for what only meaning found.
create or replace function search_avatar_chunks_hybrid(
    p_avatar_id text,
    p_query_text text,
    p_query_embedding vector default null,
    p_match_count int default 5,
    p_match_threshold float default 0.0,
    p_sources text[] default null,
    p_from_year int default null,
    p_to_year int default null
)
returns table (
    id uuid,
    content text,
    source_title text,
    source_page int,
    source_year int,
    similarity float,
    document_id uuid,
    document_number int,
    source_id text,
    source_chapter text,
    chunk_index int,
    metadata jsonb,
    word_rank float,
    score float
)
language plpgsql
set search_path = public, extensions
as $$
declare
    dimensions int := coalesce(vector_dims(p_query_embedding), 0);
    wanted tsquery := replace(plainto_tsquery('english', p_query_text)::text, ' & ', ' | ')::tsquery;
    near text := 'select null::uuid as id, null::float as similarity, null::bigint as place where false';
    looked_in text :=
        'c.avatar_id = $1
         and (c.document_id is null
              or exists (select from avatar_documents d where d.id = c.document_id and d.processed))
         and ($5 is null or c.source_title = any ($5)
              or exists (select from avatar_documents d where d.id = c.document_id and d.source_id = any ($5)))
         and ($6 is null or c.source_year >= $6) and ($7 is null or c.source_year <= $7)';
begin
    perform look_far_for_avatar_chunks();
    if dimensions > 0 then
        near := format(
            'select c.id, 1 - (c.embedding::vector(%1$s) <=> $2::vector(%1$s)) as similarity,
                    row_number() over (order by c.embedding::vector(%1$s) <=> $2::vector(%1$s)) as place
             from avatar_chunks c
             where %2$s and vector_dims(c.embedding) = %1$s
             order by c.embedding::vector(%1$s) <=> $2::vector(%1$s)
             limit greatest($4, 1)',
            dimensions, looked_in
        );
    end if;
    return query execute format(
        'with near as (%1$s),
         worded as (
             select c.id, ts_rank_cd(c.words, $3, 1)::float as word_rank,
                    row_number() over (order by ts_rank_cd(c.words, $3, 1) desc, c.id) as place
             from avatar_chunks c
             where %2$s and c.words @@ $3
             order by place
             limit greatest($4, 1)
         ),
         fused as (
             select coalesce(near.id, worded.id) as id, near.similarity, worded.word_rank,
                    coalesce(1.0 / (60 + near.place), 0) + coalesce(1.0 / (60 + worded.place), 0) as score
             from near full join worded on worded.id = near.id
             where worded.id is not null or near.similarity >= $8
         )
         select c.id, c.content, c.source_title, c.source_page, c.source_year,
                coalesce(fused.similarity,
                         case when vector_dims(c.embedding) = %3$s
                              then 1 - (c.embedding <=> $2) end)::float,
                c.document_id, d.number, d.source_id, c.source_chapter, c.chunk_index, c.metadata,
                coalesce(fused.word_rank, 0)::float, fused.score::float
         from fused
         join avatar_chunks c on c.id = fused.id
         left join avatar_documents d on d.id = c.document_id
         order by fused.score desc, c.id
         limit $4',
        near, looked_in, dimensions
    ) using p_avatar_id, p_query_embedding, wanted, p_match_count, p_sources, p_from_year, p_to_year,
            p_match_threshold;
end
$$;

-- Makes the works that were pushed the works of their avatar, in one step: those named become visible, all
-- others of the avatar go.
create or replace function publish_avatar(p_avatar jsonb, p_documents uuid[])
returns void
language plpgsql
set search_path = public, extensions
as $$
declare
    missing record;
    given avatars := jsonb_populate_record(null::avatars, p_avatar);
begin
    perform from avatars a where a.id = given.id for update;
    for missing in
        select wanted.id, d.title, d.chunk_count,
               (select count(*) from avatar_chunks c where c.document_id = d.id) as here
        from unnest(p_documents) as wanted (id)
        left join avatar_documents d on d.id = wanted.id and d.avatar_id = given.id
    loop
        if missing.title is null or missing.here <> missing.chunk_count then
            raise exception 'work % of avatar "%" is not whole: % of % passages are here',
                coalesce(missing.title, missing.id::text), given.id,
                coalesce(missing.here, 0), coalesce(missing.chunk_count, 0)
                using errcode = 'object_not_in_prerequisite_state', hint = 'push again';
        end if;
    end loop;
    update avatars a set
        name = given.name,
        description = given.description,
        expertise = given.expertise,
        birth_year = given.birth_year,
        death_year = given.death_year,
        corpus_description = given.corpus_description,
        corpus_date_start = given.corpus_date_start,
        corpus_date_end = given.corpus_date_end,
        system_prompt = given.system_prompt,
        embedding_model = given.embedding_model,
        embedding_dimensions = given.embedding_dimensions,
        chunk_size = given.chunk_size,
        chunk_overlap = given.chunk_overlap,
        config = given.config,
        corpus_size = given.corpus_size,
        chunk_count = given.chunk_count,
        is_official = coalesce(given.is_official, a.is_official),
        is_active = true
    where a.id = given.id;
    update avatar_documents d set processed = true, number = array_position(p_documents, d.id)
    where d.id = any (p_documents)
      and (d.processed is not true or d.number is distinct from array_position(p_documents, d.id));
    delete from avatar_documents d where d.avatar_id = given.id and d.id <> all (p_documents);
    delete from avatar_chunks c where c.avatar_id = given.id and c.document_id is null;
end
$$;

create or replace function update_updated_at() returns trigger language plpgsql as $$
begin
    new.updated_at = now();
    return new;
end
$$;

create or replace trigger avatars_updated_at
    before update on avatars for each row execute function update_updated_at();
create or replace trigger avatar_documents_updated_at
    before update on avatar_documents for each row execute function update_updated_at();

-- Everybody may read official, active avatars and what is whole of them. Writing takes the service key, which
-- passes row-level security by.
alter table avatars enable row level security;
alter table avatar_documents enable row level security;
alter table avatar_chunks enable row level security;

drop policy if exists "Public can read official avatars" on avatars;
create policy "Public can read official avatars" on avatars for select
    using (is_official and is_active);

drop policy if exists "Public can read official avatar documents" on avatar_documents;
create policy "Public can read official avatar documents" on avatar_documents for select
    using (
        processed
        and exists (select from avatars a where a.id = avatar_id and a.is_official and a.is_active)
    );

drop policy if exists "Public can read official avatar chunks" on avatar_chunks;
create policy "Public can read official avatar chunks" on avatar_chunks for select
    using (
        exists (select from avatars a where a.id = avatar_id and a.is_official and a.is_active)
        and (
            document_id is null
            or exists (select from avatar_documents d where d.id = document_id and d.processed)
        )
    );

revoke execute on function publish_avatar(jsonb, uuid[]) from public;

-- The roles of a Supabase project; elsewhere there may be others.
do $$
declare
    reader text;
begin
    foreach reader in array array['anon', 'authenticated'] loop
        if exists (select from pg_roles where rolname = reader) then
            execute format('grant select on avatars, avatar_documents, avatar_chunks to %I', reader);
            execute format('grant execute on function search_avatar_chunks, search_avatar_chunks_hybrid to %I', reader);
            execute format('revoke execute on function publish_avatar from %I', reader);
        end if;
    end loop;
    if exists (select from pg_roles where rolname = 'service_role') then
        grant all on avatars, avatar_documents, avatar_chunks to service_role;
        grant execute on function search_avatar_chunks, search_avatar_chunks_hybrid, publish_avatar to service_role;
    end if;
end
$$;

-- PostgREST reads the schema anew.
notify pgrst, 'reload schema';
