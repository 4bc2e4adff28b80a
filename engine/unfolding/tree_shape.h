// The trees of U in figures, as [QPOR 6.2] has them: per thread and per object how many nodes there are and how deep
// they lie. What U holds at the moment is measured, so whoever wants the whole unfolding switches pruning off.
//
// A node is an event. The depth of an event in the tree of its thread is the number of events before it, that in the
// tree of its object the number of exclusive events before it plus 1, for the bottom event is the root and no node.
//
// In a build with QPOR_COUNT_QUERIES the queries of the exploration are there as well, by the distance that they go:
// those of causality in the trees of threads, those of conflict in the trees of objects. A test for conflict asks for
// the ancestor one below the shallower event, so there the difference between the depths is one more than the distance.
// Questions that need no ancestor are not counted: about causality when the depths rule it out, about conflict
// when the depths are equal.
//
// Cost: once through all events.

#pragma once

#include "engine/report/tree_shapes.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

TreeShapes tree_shapes(const EventStructure& structure);

}  // namespace qpor::engine
