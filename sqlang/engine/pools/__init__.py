"""Pools: queues and admission, cached entries and eviction, growth and preemption."""
