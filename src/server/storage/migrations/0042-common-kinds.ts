import type { Migration } from './migration.ts';

/** Readings of GNSS stations, strain, force, stress, pore pressure, temperatures, wind and air. */
export const migration: Migration = {
  id: 42,
  statements: [
    `CREATE TABLE reading_gnss (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "east" :real, "north" :real, "up" :real, "horizontal" :real, "displacement" :real, "bearing" :real,
      "speed" :real, "satellites" :real, "fixQuality" :int, "alarmState" :int, "runState" :int, computed
      :int, not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_strain (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "strain" :real, "frequency" :real, "temperature" :real, "alarmState" :int, "runState" :int, not_good
      :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_force (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "force" :real, "frequency" :real, "temperature" :real, "alarmState" :int, "runState" :int, not_good
      :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_stress (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "stress" :real, "frequency" :real, "temperature" :real, "alarmState" :int, "runState" :int, not_good
      :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_pore (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "pressure" :real, "head" :real, "frequency" :real, "temperature" :real, "alarmState" :int,
      "runState" :int, computed :int, not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_temperature (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "temperature" :real, "alarmState" :int, "runState" :int, not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_ground (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "alarmState" :int, "runState" :int, "depth" :real, "temperature" :real, not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_wind (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "speed" :real, "gust" :real, "direction" :real, "alarmState" :int, "runState" :int, not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_air (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "temperature" :real, "humidity" :real, "pressure" :real, "alarmState" :int, "runState" :int,
      not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
  ],
};
