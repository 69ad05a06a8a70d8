#!/usr/bin/env python3
"""Times msgspec (PyPI) on the files of ferry-bench, with typed Structs of the same models.

    pip install msgspec
    FERRY_CORPORA=<folder> Benchmarks/msgspec-contestant.py

It runs in a process of its own, so its rows are MB/s of thread CPU time, medians of the rounds;
compare them with the rows of ferry-bench from the same machine and minute. What it makes are
Python objects.
"""
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


SETS = {
    "twitter": ("json/twitter.json", Twitter),
    "citm": ("json/citm_catalog.json", Catalog),
    "canada": ("json/canada.json", Canada),
    "small": ("json/records.json", list[Record]),
}


def median_rate(byte_count, run, seconds=1.0):
    """MB/s of the median round; there are at least seven."""
    samples = []
    end = time.monotonic() + seconds
    run()
    while len(samples) < 7 or time.monotonic() < end:
        start = time.thread_time()
        run()
        samples.append(time.thread_time() - start)
    return byte_count / statistics.median(samples) / 1e6


def main():
    folder = os.environ.get("FERRY_CORPORA")
    if not folder:
        sys.exit("FERRY_CORPORA names the folder of test data; it is not set.")
    chosen = sys.argv[1:] or list(SETS)
    for name in chosen:
        path, model = SETS[name]
        data = (Path(folder) / path).read_bytes()
        decoder = msgspec.json.Decoder(model)
        encoder = msgspec.json.Encoder()
        value = decoder.decode(data)
        assert decoder.decode(encoder.encode(value)) == value
        for task, run in (
            ("json-decode", lambda: decoder.decode(data)),
            ("json-encode", lambda: encoder.encode(value)),
        ):
            print(f"{task}\t{name}\tmsgspec\t{median_rate(len(data), run):.0f} MB/s", flush=True)


main()
