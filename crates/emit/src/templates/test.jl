§HEAD§
using Printf
using Test
§IMPORT§
lydian_call(lydian_x) = §CALL§

struct LydianCase
    id::String
    expect::Symbol
    x::Vector{Float64}
    ends::Vector{Float64} # lo and hi, between which all is acceptable; below and above, beyond which nothing is
    inputs::String
    wanted::String
    objectives::String
end

lydian_is_error(y) = isnan(y)§ERRORS§

# What is wrong with an answer; nothing if it is acceptable.
function lydian_judge(case, y)
    lo, hi, below, above = case.ends
    case.expect == :reject && return lydian_is_error(y) ? nothing : "it answered"
    case.expect == :nothing && return "no double is acceptable for this input"
    isnan(y) && return "it did not answer"
    lo <= y <= hi && return nothing
    (y <= below || above <= y) && return "provably wrong"
    return "not proven: the oracle does not decide this answer"
end

# What is wrong, and what came. An error is a way to reject an input, unless it says that the call itself is broken.
function lydian_ask(case)
    local y
    try
        y = lydian_call(case.x)
    catch err
        (err isa MethodError || err isa UndefVarError) && rethrow()
        why = case.expect == :reject ? nothing : "it threw an error"
        return why, sprint(showerror, err)
    end
    return lydian_judge(case, y), @sprintf("%.17g (%a)", y, y)
end

function lydian_run(case)
    why, got = lydian_ask(case)
    if why !== nothing
        println(case.id, ": FAILED: ", why)
        println("    inputs:     ", case.inputs)
        println("    got:        ", got)
        println("    acceptable: ", case.wanted)
        println("    objectives: ", case.objectives)
    end
    return why === nothing
end

const LYDIAN_CASES = LydianCase[]

# One statement per case: a single large table would take a compiler long.
lydian_case(fields...) = push!(LYDIAN_CASES, LydianCase(fields...))

§CASES§
@testset §TITLE§ begin
    for case in LYDIAN_CASES
        @testset "$(case.id)" begin
            @test lydian_run(case)
        end
    end
end
