"""Cached entries and eviction (part 4, section 5)."""

from __future__ import annotations

from tests.engine.programs import lines_of, report_of, samples_of


def evictions(pool: str, sessions: int, units: str) -> list[str]:
    """Session i leaves `units` in the cache at time i; the last one then takes 8 units."""
    return lines_of(
        f"""pool m {{ {pool} }} stage gate : delay;
        workload {{ arrive batch({sessions}); init {{ set u = {units}; }} }}
        session {{
          run gate (serial);
          branch (serial == {sessions - 1}) {{ hold m (8) {{ run gate (1); }} end; }}
          hold m (u) {{ }} cache (inf)
          end;
        }}"""
    )


def test_lru_evicts_whole_entries_released_longest_ago() -> None:
    # 3 + 3 + 3 are cached of 10; 8 more fit after two entries.
    assert evictions("cap 11;", 4, "3") == ["EVICT 3.0000 0 3", "EVICT 3.0000 1 3"]


def test_a_pool_with_blocks_loses_one_block_at_a_time() -> None:
    # Entries of 4 in blocks of 2; 8 of 11 leave room for 3.
    assert evictions("cap 11; block 2;", 3, "4") == [
        "EVICT 2.0000 0 2",
        "EVICT 2.0000 0 2",
        "EVICT 2.0000 1 2",
    ]


def test_evict_by_takes_the_least_key() -> None:
    assert evictions("cap 11; evict by (-size);", 4, "1 + serial") == ["EVICT 3.0000 2 3"]
    assert evictions("cap 9; evict by (serial == 1 ? 0 : age);", 4, "3") == [
        "EVICT 3.0000 1 3",
        "EVICT 3.0000 2 3",
        "EVICT 3.0000 0 3",
    ]


def test_equal_keys_fall_back_on_the_release_number() -> None:
    assert evictions("cap 9; evict by (7);", 3, "3") == ["EVICT 2.0000 0 3", "EVICT 2.0000 1 3"]


def test_a_key_sees_the_attributes_as_they_were_when_the_session_has_ended() -> None:
    text = """pool m { cap 9; evict by (a); } stage gate : delay;
    workload { arrive batch(3); init { set a = serial; } }
    session {
      run gate (serial);
      branch (serial == 2) { hold m (4) { } end; }
      hold m (3) { } cache (inf)
      set a = 5 - a;
      branch (serial == 1) { run gate (9); }
      end;
    }"""
    # Session 0 ended: its snapshot says a = 0. Session 1 lives: a is 4 now, was 1.
    assert lines_of(text) == ["EVICT 2.0000 0 3"]


def test_waiting_sessions_can_be_spared() -> None:
    text = """pool m { cap 10; evict by (waiting); } pool k { cap 1; } stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial == 2) { hold k (1) { run gate (1); hold m (8) { run gate (1); } } end; }
      hold m (3) { } cache (inf)
      run gate (0.5 + serial);
      hold k (1) { }
      end;
    }"""
    # At 1 session 0 waits for `k`, session 1 is at the gate: its entry goes first; 8 + 3 > 10.
    assert lines_of(text) == ["EVICT 1.0000 1 3", "EVICT 1.0000 0 3"]


def test_a_dead_entry_keeps_its_age_and_has_a_number_of_its_own() -> None:
    text = """pool m { cap 12; } stage gate : delay;
    workload { arrive batch(3); }
    session {
      run gate (serial);
      branch (serial == 2) { run gate (1); hold m (10) { } end; }
      hold m (4) { } cache (inf)
      branch (serial == 0) { run gate (2); hold m (1) reuse (1) { observe o = cached; } end; }
      end;
    }"""
    # At 2 session 0 uses 1 of its 4; the dead 3 are older than the entry of session 1.
    assert samples_of(text) == [1.0]
    assert lines_of(text) == ["EVICT 3.0000 4611686018427387904 3", "EVICT 3.0000 1 4"]


def test_a_cache_clause_keeps_at_most_what_was_allocated() -> None:
    text = """pool m { cap 12; block 2; }
    workload { arrive batch(1); }
    session {
      hold m (3) { } cache (9)
      observe o = cachedin(m);
      hold m (3) { } cache (3)
      observe o = cachedin(m);
      hold m (3) { } cache (0 - 1)
      observe o = cachedin(m);
      drop m;
      observe o = cachedin(m);
    }"""
    # 3 are allocated as 4 in blocks of 2; 3 kept are cut to 2; the third hold uses up the entry.
    assert samples_of(text) == [4.0, 2.0, 0.0, 0.0]
    assert report_of(text).pools[0].evicted_entries == 0


def test_consuming_the_own_entry_makes_room() -> None:
    text = """pool m { cap 4; }
    workload { arrive batch(1); }
    session { hold m (4) { } cache (inf) hold m (4) { observe o = cached; } }"""
    assert samples_of(text) == [4.0]
    assert lines_of(text) == []
