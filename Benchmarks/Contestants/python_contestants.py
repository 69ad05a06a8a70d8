#!/usr/bin/env python3
"""Measures msgspec with typed Structs, and orjson without a model (PyPI). The results are Python objects.

Usage: python_contestants.py msgspec|orjson FOLDER SET...   with FOLDER/SET.json, as ferry-bench --write-sets makes
"""
import gc
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Optional

import msgspec
from msgspec import Struct, field


class Metadata(Struct):
    result_type: str
    iso_language_code: str


class Hashtag(Struct):
    text: str
    indices: list[int]


class Link(Struct):
    url: str
    expanded_url: str
    display_url: str
    indices: list[int]


class UserMention(Struct):
    screen_name: str
    name: str
    id: int
    id_str: str
    indices: list[int]


class Size(Struct):
    w: int
    h: int
    resize: str


class Sizes(Struct):
    medium: Size
    small: Size
    thumb: Size
    large: Size


class Media(Struct, omit_defaults=True):
    id: int
    id_str: str
    indices: list[int]
    media_url: str
    media_url_https: str
    url: str
    display_url: str
    expanded_url: str
    type: str
    sizes: Sizes
    source_status_id: Optional[int] = None
    source_status_id_str: Optional[str] = None


class Entities(Struct, omit_defaults=True):
    hashtags: list[Hashtag]
    symbols: list[Hashtag]
    urls: list[Link]
    user_mentions: list[UserMention]
    media: Optional[list[Media]] = None


class Links(Struct):
    urls: list[Link]


class UserEntities(Struct, omit_defaults=True):
    description: Links
    url: Optional[Links] = None


class User(Struct, kw_only=True, omit_defaults=True):
    id: int
    id_str: str
    name: str
    screen_name: str
    location: str
    description: str
    url: Optional[str] = None
    entities: UserEntities
    protected: bool
    followers_count: int
    friends_count: int
    listed_count: int
    created_at: str
    favourites_count: int
    utc_offset: Optional[int] = None
    time_zone: Optional[str] = None
    geo_enabled: bool
    verified: bool
    statuses_count: int
    lang: str
    contributors_enabled: bool
    is_translator: bool
    is_translation_enabled: bool
    profile_background_color: str
    profile_background_image_url: str
    profile_background_image_url_https: str
    profile_background_tile: bool
    profile_image_url: str
    profile_image_url_https: str
    profile_banner_url: Optional[str] = None
    profile_link_color: str
    profile_sidebar_border_color: str
    profile_sidebar_fill_color: str
    profile_text_color: str
    profile_use_background_image: bool
    default_profile: bool
    default_profile_image: bool
    following: bool
    follow_request_sent: bool
    notifications: bool


class Point(Struct):
    type: str
    coordinates: list[float]


class Place(Struct):
    id: str
    full_name: str


class Status(Struct, kw_only=True, omit_defaults=True):
    metadata: Metadata
    created_at: str
    id: int
    id_str: str
    text: str
    source: str
    truncated: bool
    in_reply_to_status_id: Optional[int] = None
    in_reply_to_status_id_str: Optional[str] = None
    in_reply_to_user_id: Optional[int] = None
    in_reply_to_user_id_str: Optional[str] = None
    in_reply_to_screen_name: Optional[str] = None
    user: User
    geo: Optional[Point] = None
    coordinates: Optional[Point] = None
    place: Optional[Place] = None
    contributors: Optional[list[int]] = None
    retweeted_status: Optional["Status"] = None
    retweet_count: int
    favorite_count: int
    entities: Entities
    favorited: bool
    retweeted: bool
    possibly_sensitive: Optional[bool] = None
    lang: str


class SearchMetadata(Struct):
    completed_in: float
    max_id: int
    max_id_str: str
    next_results: str
    query: str
    refresh_url: str
    count: int
    since_id: int
    since_id_str: str


class Twitter(Struct):
    statuses: list[Status]
    search_metadata: SearchMetadata


class Event(Struct, omit_defaults=True, rename="camel"):
    id: int
    name: str
    sub_topic_ids: list[int]
    topic_ids: list[int]
    description: Optional[str] = None
    logo: Optional[str] = None
    subject_code: Optional[str] = None
    subtitle: Optional[str] = None


class Price(Struct, rename="camel"):
    amount: int
    audience_sub_category_id: int
    seat_category_id: int


class Area(Struct, rename="camel"):
    area_id: int
    block_ids: list[int]


class SeatCategory(Struct, rename="camel"):
    areas: list[Area]
    seat_category_id: int


class Performance(Struct, omit_defaults=True, rename="camel"):
    event_id: int
    id: int
    prices: list[Price]
    seat_categories: list[SeatCategory]
    start: int
    venue_code: str
    logo: Optional[str] = None
    name: Optional[str] = None
    seat_map_image: Optional[str] = None


class Catalog(Struct, rename="camel"):
    area_names: dict[str, str]
    audience_sub_category_names: dict[str, str]
    block_names: dict[str, str]
    events: dict[str, Event]
    performances: list[Performance]
    seat_category_names: dict[str, str]
    sub_topic_names: dict[str, str]
    subject_names: dict[str, str]
    topic_names: dict[str, str]
    topic_sub_topics: dict[str, list[int]]
    venue_names: dict[str, str]


class Properties(Struct):
    name: str


class Geometry(Struct):
    type: str
    coordinates: list[list[tuple[float, float]]]


class Feature(Struct):
    type: str
    properties: Properties
    geometry: Geometry


class Canada(Struct):
    type: str
    features: list[Feature]


class Record(Struct, omit_defaults=True):
    id: int
    name: str
    score: float
    active: bool
    age: int
    created_at: int = field(name="createdAt")
    kind: str
    tags: list[str]
    email: Optional[str] = None


class Account(Struct, omit_defaults=True):
    id: int
    login: str
    gravatar_id: str
    url: str
    avatar_url: str
    display_login: Optional[str] = None


class Repository(Struct):
    id: int
    name: str
    url: str


class Author(Struct):
    email: str
    name: str


class Commit(Struct):
    sha: str
    author: Author
    message: str
    distinct: bool
    url: str


class FeedUser(Struct):
    login: str
    id: int
    node_id: str
    avatar_url: str
    gravatar_id: str
    url: str
    html_url: str
    followers_url: str
    following_url: str
    gists_url: str
    starred_url: str
    repos_url: str
    events_url: str
    type: str
    site_admin: bool


class Label(Struct):
    id: int
    url: str
    name: str
    color: str
    default: bool


class Issue(Struct, kw_only=True, omit_defaults=True):
    url: str
    repository_url: str
    labels_url: str
    comments_url: str
    html_url: str
    id: int
    node_id: str
    number: int
    title: str
    user: FeedUser
    labels: list[Label]
    state: str
    locked: bool
    comments: int
    created_at: str
    updated_at: str
    closed_at: Optional[str] = None
    author_association: str
    body: Optional[str] = None


class Comment(Struct):
    url: str
    html_url: str
    issue_url: str
    id: int
    node_id: str
    user: FeedUser
    created_at: str
    updated_at: str
    author_association: str
    body: str


class Payload(Struct, omit_defaults=True):
    action: Optional[str] = None
    push_id: Optional[int] = None
    size: Optional[int] = None
    distinct_size: Optional[int] = None
    ref: Optional[str] = None
    ref_type: Optional[str] = None
    master_branch: Optional[str] = None
    description: Optional[str] = None
    pusher_type: Optional[str] = None
    head: Optional[str] = None
    before: Optional[str] = None
    commits: Optional[list[Commit]] = None
    issue: Optional[Issue] = None
    comment: Optional[Comment] = None


class FeedEvent(Struct, kw_only=True, omit_defaults=True):
    id: str
    type: str
    actor: Account
    repo: Repository
    payload: Payload
    public: bool
    created_at: str
    org: Optional[Account] = None


class Article(Struct):
    id: int
    language: str
    title: str
    body: str
    comments: list[str]


class Signal(Struct):
    id: int
    name: str
    samples: list[float]
    vector: list[float]


MODELS = {
    "twitter": Twitter,
    "citm": Catalog,
    "canada": Canada,
    "small": list[Record],
    "feed": list[FeedEvent],
    "texts": list[Article],
    "floats": list[Signal],
    "messages": list[Record],
}


def median(run):
    """The median seconds of one run, measured as Harness.swift does."""
    seconds = float(os.environ.get("CONTESTANT_SECONDS", 1))

    def sample(runs):
        start = time.thread_time()
        for _ in range(runs):
            run()
        return (time.thread_time() - start) / runs

    runs = 1 + int(0.002 / min(sample(1) for _ in range(3)))
    samples, end = [], time.monotonic() + seconds
    while len(samples) < 7 or time.monotonic() < end:
        samples.append(sample(runs))
    return statistics.median(samples)


def coders(library, model):
    """How the library decodes and encodes a model."""
    if library == "orjson":
        import orjson

        return orjson.loads, orjson.dumps
    return msgspec.json.Decoder(model).decode, msgspec.json.Encoder().encode


def main():
    library, folder, *names = sys.argv[1:]
    # The collector of cycles is no part of the libraries.
    gc.disable()
    for name in names:
        data = (Path(folder) / f"{name}.json").read_bytes()
        model = MODELS[name]
        decode, encode = coders(library, model)
        value = decode(data)
        runs = {"json-decode": lambda: decode(data), "json-encode": lambda: encode(value)}
        answer = encode(value)
        if name == "messages":
            decode, _ = coders(library, Record)
            texts = [encode(record) for record in value]
            runs = {
                "message-decode": lambda: [decode(text) for text in texts],
                "message-encode": lambda: [encode(record) for record in value],
            }
            answer = encode(runs["message-decode"]())
        for task, run in runs.items():
            (Path(folder) / "answers" / f"{name}.{task}.{library}").write_bytes(answer)
            rate = len(data) / median(run) / 1e6
            print(f"{task}\t{name}\t{library}\t{rate:.2f}\tnan\tunchecked", flush=True)


main()
